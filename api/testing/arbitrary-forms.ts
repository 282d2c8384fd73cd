import fc from 'fast-check';

const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.array(fc.nat(0x10ffff), { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes)),
  fc.constantFrom('', ' ', ' a ', 'ab', '😀', '😀😀', 'a\u0000b', 'a\ud800b', '\u0085', '\u00a0\u00a0x', 'é̀'),
  fc.constantFrom(
    'Ada\nPhone: 1-900',
    'Ada Lovelace\r\n',
    '\n',
    'Ada\tLovelace',
    'one\u2028two',
    'one\u2029two',
    'one\u0085two',
  ),
  fc.emailAddress(),
  fc.constantFrom('a@b.co', 'a..b@c.de', '.a@b.co', 'a@b', 'a@b.c', 'ä@b.co', "o'x@b.co", 'a@-b.co', ' a@b.co '),
  fc.constantFrom(9, 10, 40, 41, 199, 200, 201, 254, 255, 2000, 2001, 5001).map((length) => 'x'.repeat(length)),
);

const anything = fc.oneof(
  texts,
  fc.constantFrom(null, undefined, true, false, 0, 1, 5, 6, 1.5, -1, Number.MAX_SAFE_INTEGER),
  fc.constantFrom([], {}, [''], ['a'], [null], { a: 1 }, [[]], [{}]),
);

/**
 * Forms around a valid one: most fields are valid; some are replaced, missing or unknown. `values` are also tried, so that
 * choices are hit. `right` fields are left valid for three that are not.
 */
export function formsAround(valid: object, values: readonly unknown[] = [], right = 6): fc.Arbitrary<object> {
  const wrong = fc.oneof(anything, fc.constantFrom(...values, ...Object.values(valid)));
  const fields = Object.entries(valid).map(([name, value]) => {
    const field = fc.oneof(
      { weight: right, arbitrary: fc.constant(value) },
      { weight: 2, arbitrary: wrong },
      { weight: 1, arbitrary: fc.constant(missing) },
    );
    return [name, field] as const;
  });
  return fc.record({ ...Object.fromEntries(fields), unknown: anything }).map(withoutMissing);
}

const missing = Symbol('missing');

function withoutMissing(form: object): object {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== missing));
}
