/** Runs in the page. Lists and counts what browsers are known to have problems with. */
export function findInMarkup() {
  const all = <Found extends Element>(selector: string) => [...document.querySelectorAll<Found>(selector)];
  // VoiceOver ignores a list without markers, unless it has role=list or is inside a nav.
  const unheard = all(':is(ul, ol):not([role=list]):not(nav *)').filter(
    (list) => getComputedStyle(list).listStyleType === 'none' || getComputedStyle(list).display !== 'block',
  );
  // After a reload Firefox restores whether a control was disabled, and ignores the new HTML.
  const disabled = all(':is(button, input, select, textarea, fieldset):disabled');
  const restored = disabled.filter((control) => !control.matches('[autocomplete=off]'));
  // Browsers autofill every focusable field, also one outside of the window.
  const traps = all<HTMLInputElement>('form[data-kit-form] input[name=topic]');
  const filled = traps.filter((trap) => {
    trap.focus();
    const isSafe = !trap.checkVisibility({ visibilityProperty: true }) && document.activeElement !== trap;
    return !isSafe || new FormData(trap.form ?? undefined).get(trap.name) !== '';
  });
  const shown = (elements: readonly Element[]) => elements.map((element) => element.outerHTML.slice(0, 120));
  return {
    ...{ unheard: shown(unheard), restored: shown(restored), filledTraps: shown(filled) },
    ...{ lists: all('[role=list]').length, disabled: disabled.length, traps: traps.length },
  };
}
