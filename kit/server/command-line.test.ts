/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { CommandError } from './command-error';
import { buildProgram, runProgram, wholeNumber } from './command-line';

interface Ran {
  code: number;
  out: string;
  error: string;
  /** The arguments of the command, if it ran. */
  done: unknown;
}

/** Runs a command line whose one group sells fruit. */
async function shop(...words: string[]): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', error: '', done: undefined };
  const program = buildProgram('shop', 'Sells things.').option('--dry-run', 'sell nothing');
  program
    .command('fruit')
    .description('Fruit')
    .command('sell')
    .description('Sell some')
    .argument('<kind>', 'which')
    .option('--pieces <n>', 'how many', wholeNumber(1))
    .option('--note <text>', 'what for')
    .action((kind, options) => {
      if (kind === 'plum') throw new CommandError('There are no plums.', 3);
      if (kind === 'bomb') throw new TypeError('tick');
      ran.done = { kind, ...options, ...program.opts() };
    });
  const terminal = {
    out: (text: string) => {
      ran.out += text;
    },
    error: (text: string) => {
      ran.error += text;
    },
  };
  const inWords = (error: unknown) => ({ message: `Broken: ${error}`, code: 'fault', exitCode: 1, details: { at: 4 } });
  ran.code = await runProgram(program, { words, terminal, inWords });
  return ran;
}

const hint = '"shop help" lists the commands, --help behind one of them its options.\n';

describe('a command line', () => {
  it('runs a command with its options and those of all, wherever they stand', async () => {
    expect(await shop('--dry-run', 'fruit', 'sell', '--pieces', '3', 'pear', '--json')).toEqual({
      ...{ code: 0, out: '', error: '' },
      done: { kind: 'pear', pieces: 3, dryRun: true, json: true },
    });
  });

  it.each([
    [['friut'], "Unknown command 'friut'\n(Did you mean fruit?)\n"],
    [['fruit', 'cell'], "Unknown command 'cell'\n(Did you mean sell?)\n"],
    [['fruit', 'sell', 'pear', '--pices', '3'], "Unknown option '--pices'\n(Did you mean --pieces?)\n"],
    [['fruit', 'sell'], "Missing required argument 'kind'\n"],
    [['fruit', 'sell', 'pear', 'plum'], "Too many arguments for 'sell'. Expected 1 argument but got 2: pear, plum.\n"],
    [['fruit', 'sell', 'pear', '--pieces'], "Option '--pieces <n>' argument missing\n"],
    ...['0', '2.5', '', 'x'].map((pieces): [string[], string] => [
      ['fruit', 'sell', 'pear', '--pieces', pieces],
      `Option '--pieces <n>' argument '${pieces}' is invalid. It takes a whole number from 1 up.\n`,
    ]),
    [
      ['fruit', 'sell', 'pear', '--pieces', '1e10'],
      "Option '--pieces <n>' argument '1e10' is invalid. It takes a whole number of at most 1,000,000,000.\n",
    ],
    [
      ['fruit', 'sell', 'pear', '--note', '--dyr-run'],
      'The value of --note is missing: --dyr-run is an option itself\n',
    ],
    [['fruit', 'sell', 'pear', '--note', '--dry-run'], "Option '--note <text>' argument missing\n"],
  ])('refuses %j with 2, says why and how it is used, and does nothing', async (words, sentence) => {
    expect(await shop(...words)).toEqual({ code: 2, out: '', error: sentence + hint, done: undefined });
  });

  it('takes a value that looks like an option when it is joined, and one that only begins like it', async () => {
    expect(await shop('fruit', 'sell', 'pear', '--note=--dyr-run')).toMatchObject({ done: { note: '--dyr-run' } });
    expect(await shop('fruit', 'sell', 'pear', '--note', '-5 degrees')).toMatchObject({ done: { note: '-5 degrees' } });
  });

  it('says what a command has to say, with its exit code', async () => {
    expect(await shop('fruit', 'sell', 'plum')).toMatchObject({ code: 3, out: '', error: 'There are no plums.\n' });
    expect(await shop('fruit', 'sell', 'bomb')).toMatchObject({ code: 1, error: 'Broken: TypeError: tick\n' });
  });

  it('tells machines the same with a code', async () => {
    const said = async (...words: string[]) => JSON.parse((await shop(...words, '--json')).out).error;
    expect(await said('fruit', 'sell', 'plum')).toEqual({ code: 'not-found', message: 'There are no plums.' });
    expect(await said('fruit', 'sell', 'bomb')).toEqual({ code: 'fault', message: 'Broken: TypeError: tick', at: 4 });
    expect(await said('friut')).toMatchObject({ code: 'usage', message: expect.stringMatching(/^Unknown command/) });
  });

  it('is its own help without words, and lists the commands of a group in one line', async () => {
    const help = await shop();
    expect(help).toMatchObject({ code: 0, error: '' });
    expect(help.out).toMatch(/^Usage: shop \[options\] \[command\]\n\nSells things\.\n/);
    expect(help.out).toMatch(/^ {2}fruit sell +Fruit$/m);
    expect(await shop('help')).toEqual(help);
    expect(await shop('--help')).toEqual(help);
    const own = await shop('fruit', 'sell', '--help');
    expect(own.out).toMatch(/^Usage: shop fruit sell \[options\] <kind>\n/);
    expect(own.out).toMatch(/^ {2}--dry-run +sell nothing$/m);
  });

  it('lists its commands for machines', async () => {
    expect(JSON.parse((await shop('help', '--json')).out)).toEqual([
      { name: 'fruit', usage: '[options] [command]', summary: 'Fruit' },
      { name: 'fruit sell', usage: '[options] <kind>', summary: 'Sell some' },
    ]);
  });

  it('refuses a group without its command, and says which there are', async () => {
    expect(await shop('fruit')).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringMatching(/^ {2}sell +Sell some$/m),
    });
  });
});
