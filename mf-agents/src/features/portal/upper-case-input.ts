/** Upper-cases what is typed into an input, in place, without moving the caret. */
export function upperCaseInput(input: HTMLInputElement): void {
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const { selectionStart, selectionEnd } = input;
  input.value = upper;
  // Safari gives the focus to whatever has a selection set.
  if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd);
}
