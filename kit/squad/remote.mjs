#!/usr/bin/env node
// The command of squads. It is plain JavaScript without static imports, so that a Node that is too old for the rest can run it.
const needed = [22, 22];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `This tool needs Node ${needed.join('.')} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  await import('./main.js');
}
