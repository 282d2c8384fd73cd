import { createRequire } from 'node:module';
import path from 'node:path';

const bundle = path.join(import.meta.dirname, '../../dist/server/render.cjs');

/** The built renderer: React, the kit and the layout, bundled by `npm run build -w shell`. */
export const renderer: typeof import('./entry.tsx') = createRequire(import.meta.url)(bundle);
