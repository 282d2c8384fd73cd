/** Runs in the page. Finds targets below 44 px, the target size for touch (WCAG 2.2, 2.5.5). Links within a sentence may be as high as its lines. */
export function findLowTargets(): string[] {
  const enough = 44;
  const isInSentence = (link: Element) => {
    const block = link.closest('p, dd, li, figcaption, label, span[role=status]');
    return block !== null && (block.textContent ?? '').trim() !== (link.textContent ?? '').trim();
  };
  return (
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input, select, textarea), header :is(a, button)',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // A label enlarges the target of a choice, a frame that of a file input, a card that of a covering link.
      .map(
        (element) =>
          (element.matches('[type=radio], [type=checkbox], [type=file]') && element.parentElement) || element,
      )
      .filter((element) => !element.hasAttribute('data-cover') && !(element.matches('a') && isInSentence(element)))
      .filter((element) => element.getBoundingClientRect().height < enough - 0.5)
      .map((element) => `${Math.round(element.getBoundingClientRect().height)} px: ${element.outerHTML.slice(0, 140)}`)
  );
}

/** Runs in the page. Finds parts that scroll and that a keyboard cannot reach: neither they nor anything in them takes the focus (WCAG 2.2, 2.1.1). */
export function findUnreachableScrollers(): string[] {
  const takesFocus = (element: HTMLElement) => element.tabIndex >= 0 && element.checkVisibility();
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls = /auto|scroll/;
      const isScroller =
        (scrolls.test(overflowX) && scrollWidth > clientWidth) ||
        (scrolls.test(overflowY) && scrollHeight > clientHeight);
      return isScroller && element.checkVisibility({ visibilityProperty: true });
    })
    .filter((element) => ![element, ...element.querySelectorAll<HTMLElement>('*')].some(takesFocus))
    .map((element) => element.outerHTML.slice(0, 140));
}

/** Runs in the page. Counts running animations, transitions and scroll-driven animations. */
export function countMovements(): number {
  const lasting = document.getAnimations().filter((animation) => {
    const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {};
    return Number(duration) > 100 || iterations === Number.POSITIVE_INFINITY;
  });
  const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
  const slow = styles.filter((style) =>
    `${style.transitionDuration}, ${style.animationDuration}`.split(', ').some((time) => Number.parseFloat(time) > 0.1),
  );
  const smooth = getComputedStyle(document.documentElement).scrollBehavior === 'smooth';
  return lasting.length + slow.length + Number(smooth);
}

/** Runs in the page. Finds texts with too little contrast (WCAG 2.2, 1.4.3). */
export function listPaleTexts(): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element): string => {
    for (let place: Element | null = element; place; place = place.parentElement) {
      const { backgroundColor } = getComputedStyle(place);
      if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const elements = [...document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg') && hasText(element),
  );
  const pale = elements.filter((element) => {
    const [dark = 0, light = 0] = [getComputedStyle(element).color, behind(element)]
      .map(luminance)
      .sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05) < 4.5;
  });
  // A page on which hardly any text is found would pass for nothing.
  if (elements.length <= 20) return [`only ${elements.length} texts are there`];
  return pale.map((element) => element.outerHTML.slice(0, 160));
}

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
