import path from 'node:path';
import { rspack } from '@rspack/core';
import type { RemoteAdditions } from 'kit/federation/rspack-remote';

const additions: RemoteAdditions = {
  module: {
    rules: [
      { test: /\.less$/, use: path.join(import.meta.dirname, 'measures-loader.cjs') },
      { test: /\.txt$/, type: 'asset/source' },
    ],
  },
  plugins: [new rspack.DefinePlugin({ YEAR_OF_BUILD: '2031' })],
};

export default additions;
