import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
