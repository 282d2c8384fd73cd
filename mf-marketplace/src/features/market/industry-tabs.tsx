import { chakra } from 'kit/ui';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { type IndustryKey, industryKeys } from '../../content/industry-keys.ts';
import { market } from '../../content/market.ts';
import { filterFormId } from './industry-filter.tsx';

const TabList = chakra('div', {
  base: {
    position: 'sticky',
    top: 'var(--header-height)',
    zIndex: '1',
    display: 'flex',
    gap: '1',
    overflowX: 'auto',
    background: 'bg',
    borderBottom: '1px solid',
    borderColor: 'control',
    '& button': {
      flexShrink: '0',
      minHeight: 'control',
      paddingInline: { base: '3', md: '5' },
      fontWeight: '600',
      color: 'muted',
      borderBottom: '3px solid transparent',
      transition: 'color 150ms ease-out, border-color 150ms ease-out',
    },
    '& button:hover': { color: 'fg' },
    '& button[aria-selected=true]': { color: 'fg', borderColor: 'action' },
    '& button:focus-visible': { outlineOffset: '-2px' },
    // Forced colours draw what is transparent.
    '@media (forced-colors: active)': { '& button[aria-selected=false]': { borderColor: 'Canvas' } },
  },
});

const Panel = chakra('section', {
  base: {
    // The anchor stops below the fixed header and the row of tabs that stays under it.
    scrollMarginTop: '3rem',
    paddingTop: { base: '8', md: '10' },
    '&:focus': { outline: 'none' },
  },
});

/** Pixels of the tab before the chosen one that stay in sight. */
const roomBefore = 32;

interface IndustryTabsProps {
  chosen: IndustryKey;
  onChoose: (industry: IndustryKey) => void;
  /** Content of the chosen tab. */
  children: ReactNode;
}

/** Tabs as the ARIA Authoring Practices have them: arrow keys, Home and End move and choose. */
export function IndustryTabs({ chosen, onChoose, children }: IndustryTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  // On a phone the row of tabs is wider than the window.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${tabId(chosen)}`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - roomBefore;
  }, [chosen]);

  function handleClick(event: MouseEvent, key: IndustryKey) {
    event.preventDefault();
    onChoose(key);
  }

  function handleKey(event: KeyboardEvent) {
    const key = keyReached(event.key, chosen);
    if (!key) return;
    event.preventDefault();
    onChoose(key);
    list.current?.querySelector<HTMLElement>(`#${tabId(key)}`)?.focus();
  }

  return (
    <>
      <TabList ref={list} role="tablist" aria-label="Lead packs" onKeyDown={handleKey}>
        {industryKeys.map((key) => (
          <button
            key={key}
            id={tabId(key)}
            type="submit"
            form={filterFormId}
            name="industry"
            value={key}
            role="tab"
            aria-selected={key === chosen}
            aria-controls={key}
            tabIndex={key === chosen ? 0 : -1}
            onClick={(event) => handleClick(event, key)}
          >
            {market[key].label}
          </button>
        ))}
      </TabList>
      {industryKeys.map((key) => (
        <Panel key={key} id={key} role="tabpanel" aria-labelledby={tabId(key)} tabIndex={-1} hidden={key !== chosen}>
          {key === chosen && children}
        </Panel>
      ))}
    </>
  );
}

function tabId(key: IndustryKey): string {
  return `${key}-tab`;
}

/** The tab that a key leads to from the chosen one; the row is a ring. */
function keyReached(pressed: string, chosen: IndustryKey): IndustryKey | undefined {
  const index = industryKeys.indexOf(chosen);
  switch (pressed) {
    case 'ArrowRight':
      return industryKeys.at((index + 1) % industryKeys.length);
    case 'ArrowLeft':
      return industryKeys.at(index - 1);
    case 'Home':
      return industryKeys.at(0);
    case 'End':
      return industryKeys.at(-1);
    default:
      return undefined;
  }
}
