/** Upper-cases an input's value in place without moving the caret. */
export function upperCaseInput(input: HTMLInputElement): void {
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const { selectionStart, selectionEnd } = input;
  input.value = upper;
  // Safari focuses an element whose selection is set.
  if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd);
}
