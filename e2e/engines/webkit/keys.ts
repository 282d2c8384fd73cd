/** Code points of keys by their DOM names (WebDriver, section "Keyboard actions"). */
const codes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** Returns WebDriver's code point of a key. A character stands for itself. */
export function webDriverKey(key: string): string {
  const code = codes[key] ?? key;
  if ([...code].length !== 1) throw new Error(`WebDriver has no key ${key}.`);
  return code;
}
