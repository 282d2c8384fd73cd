import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { tabsRecipe } from '../theme/recipes/tabs.ts';

const Root = chakra('div', tabsRecipe);

/** Pixels of the tab before the selected one that stay in sight. */
const roomBefore = 32;

export interface Tab<Id extends string = string> {
  /** Id of the panel on the page, so that an anchor can lead to it; its tab's is `<id>-tab`. */
  id: Id;
  label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Says what is chosen between. */
  label: string;
  tabs: readonly Tab<Id>[];
  /** Id of the tab that is shown. */
  selected: Id;
  onSelect: (id: Id) => void;
  /** Without scripts, a tab sends this form of the page with its id under that name. */
  form?: { id: string; field: string } | undefined;
  /** The row of tabs stays in sight while its panel is read. */
  sticky?: boolean | undefined;
  /** What the selected tab shows. */
  children: ReactNode;
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * Several views of one place, one at a time (ARIA authoring practices, "tabs with automatic activation"). The panels of
 * all tabs are there; those that are not shown are empty.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, form, sticky, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  // On a phone the row may be wider than the window.
  useEffect(() => {
    const tab = document.getElementById(tabId(selected));
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - roomBefore;
  }, [selected]);

  function handleClick(event: MouseEvent, id: Id) {
    event.preventDefault();
    onSelect(id);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // With one of these it is a command of the browser, as Alt and an arrow for the page before.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // From the tab that has the focus: the selection may come later than the next press.
    const at = tabs.findIndex(({ id }) => tabId(id) === document.activeElement?.id);
    const next = at < 0 ? undefined : tabs[moves[event.key]?.(at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  }

  return (
    <Root sticky={sticky}>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            {...(form ? { type: 'submit', form: form.id, name: form.field, value: tab.id } : { type: 'button' })}
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={tab.id}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={(event) => handleClick(event, tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map(({ id }) => (
        <div key={id} id={id} role="tabpanel" aria-labelledby={tabId(id)} tabIndex={-1} hidden={id !== selected}>
          {id === selected && children}
        </div>
      ))}
    </Root>
  );
}

function tabId(id: string): string {
  return `${id}-tab`;
}
