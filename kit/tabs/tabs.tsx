import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';

const Root = chakra('div', {
  base: {
    '& > [role=tablist]': {
      position: 'relative',
      display: 'flex',
      // On a phone the row wraps, so that no tab is cut off.
      flexWrap: 'wrap',
      gap: '1',
      background: 'bg',
      borderBottom: '1px solid',
      borderColor: 'control',
    },
    '& > [role=tablist] > [role=tab]': {
      minHeight: 'control',
      flexGrow: { base: '1', md: '0' },
      paddingInline: { base: '3', md: '5' },
      fontWeight: '600',
      color: 'muted',
      borderBottom: '3px solid transparent',
      transition: 'color 150ms ease-out, border-color 150ms ease-out',
      '&:hover': { color: 'fg' },
      '&[aria-selected=true]': { color: 'fg', borderColor: 'action' },
      '&:focus-visible': { outlineOffset: '-2px' },
      // Forced colours draw what is transparent.
      '@media (forced-colors: active)': { '&[aria-selected=false]': { borderColor: 'Canvas' } },
    },
    '& > [role=tabpanel]': {
      paddingTop: { base: '8', md: '10' },
      '&:focus': { outline: 'none' },
    },
  },
  variants: {
    /** The row stays below the header while its panel is read, in windows where it is one line. */
    sticky: {
      true: {
        '@media (min-width: 48rem) and (min-height: 30.01rem)': {
          '& > [role=tablist]': { position: 'sticky', top: 'var(--header-height)', zIndex: '1' },
        },
        // An anchor stops below the row.
        '& > [role=tabpanel]': { scrollMarginTop: '3rem' },
      },
    },
  },
});

export interface Tab<Id extends string = string> {
  /** Id of the panel, so that an anchor can link to it. The tab's id is `<id>-tab`. */
  id: Id;
  label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Without scripts, a tab submits this form with its id in this field. */
  form?: { id: string; field: string } | undefined;
  /** Keeps the row of tabs visible while the panel is scrolled. */
  sticky?: boolean | undefined;
  children: ReactNode;
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Tabs with automatic activation (ARIA Authoring Practices). All panels exist; those that are not selected are empty. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, form, sticky, children }: TabsProps<Id>) {
  function handleClick(event: MouseEvent, id: Id) {
    event.preventDefault();
    onSelect(id);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // With a modifier key the press is a command of the browser, such as Alt+Left for Back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The focused tab counts, because the selection may change after the next key press.
    const at = tabs.findIndex(({ id }) => tabId(id) === document.activeElement?.id);
    const next = at < 0 ? undefined : tabs[moves[event.key]?.(at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  }

  return (
    <Root sticky={sticky}>
      <div role="tablist" aria-label={label} onKeyDown={handleKey}>
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
