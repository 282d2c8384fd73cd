import { existsSync } from 'node:fs';

const command = new URL('./dist/office/main.js', import.meta.url);

if (existsSync(command)) {
  await import(command.href);
} else {
  console.error('The API is not built yet: run "npm run build -w api", or start the site once.');
  process.exitCode = 1;
}
