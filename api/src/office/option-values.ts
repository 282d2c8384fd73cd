import { InvalidArgumentError } from '@commander-js/extra-typings';

/** References are said on the phone and typed as people like. */
export function upperCase(reference: string): string {
  return reference.toUpperCase();
}

export function day(text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('It takes a date like 2026-11-20.');
}

export function nameOfDecider(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It must not be empty.');
}
