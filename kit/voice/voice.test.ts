import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildSite, takeConsole } from '../testing/index.ts';
import { embedVoice, floatVoice, openVoice } from './voice.ts';

/** Each test has its own element name, because a custom element cannot be unregistered. */
let provider: ReturnType<typeof buildSite>['voice'];
let count = 0;

beforeEach(() => {
  count += 1;
  provider = { ...buildSite().voice, elementName: `test-voice-${count}`, scriptUrl: `https://cdn.example/${count}.js` };
});

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const scripts = () => [...document.head.querySelectorAll('script')];

/** A second instance of a module, as in another bundle. */
const copyOf = (path: string) => import(`${path}?copy`);

/** jsdom loads no scripts, so this does what the provider's script does. */
function arrive() {
  customElements.define(provider.elementName, class extends HTMLElement {});
  for (const script of scripts()) script.dispatchEvent(new Event('load'));
}

describe('the voice widget', () => {
  it('is fetched with its integrity, once, however many ask for it', async () => {
    const both = [openVoice(provider, 'agent_a'), openVoice(provider, 'agent_b')];
    expect(scripts()).toHaveLength(1);
    expect(scripts()[0]).toHaveProperty('integrity', provider.scriptIntegrity);
    expect(scripts()[0]).toHaveProperty('crossOrigin', 'anonymous');
    arrive();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await openVoice(provider, 'agent_c')).toBe(true);
    expect(scripts()).toHaveLength(1);
    expect(document.querySelectorAll('[agent-id]')).toHaveLength(1);
    expect(document.querySelector('[agent-id]')).toHaveAttribute('agent-id', 'agent_c');
  });

  it('is one for every copy of this module, as the shell and remotes each bring one', async () => {
    const copy: typeof import('./voice.ts') = await copyOf('./voice.ts');
    expect(copy.openVoice).not.toBe(openVoice);
    const opened = openVoice(provider, 'agent_a');
    const openedByCopy = copy.floatVoice(provider, 'agent_a');
    expect(scripts()).toHaveLength(1);
    arrive();
    await Promise.all([opened, openedByCopy]);
    expect(await copy.openVoice(provider, 'agent_b')).toBe(true);
    expect(document.querySelectorAll('[agent-id]')).toHaveLength(1);
    expect(document.querySelector('[agent-id]')).toHaveAttribute('agent-id', 'agent_b');
  });

  it('moves into the page and back to its corner without being made again', async () => {
    const opened = openVoice(provider, 'agent_a');
    arrive();
    await opened;
    const widget = document.querySelector('[agent-id]');
    const target = document.createElement('div');
    document.body.append(target);
    expect(await embedVoice(provider, target, 'agent_demo')).toBe(true);
    expect(target.firstElementChild).toBe(widget);
    expect(widget).toHaveAttribute('agent-id', 'agent_demo');
    await openVoice(provider, 'agent_a');
    expect(widget?.parentElement).toBe(document.body);
  });

  it('stays embedded when the page floats its own, until its box is gone', async () => {
    const target = document.createElement('div');
    document.body.append(target);
    const embedded = embedVoice(provider, target, 'agent_demo');
    const floating = floatVoice(provider, 'agent_a');
    arrive();
    await Promise.all([embedded, floating]);
    expect(target.querySelector('[agent-id=agent_demo]')).not.toBeNull();
    target.remove();
    await floatVoice(provider, 'agent_a');
    expect(document.querySelector('body > [agent-id=agent_a]')).not.toBeNull();
  });

  it('has its element and its script on the page, one of each, whether the provider can be reached or not', async () => {
    const opened = openVoice(provider, 'agent_a');
    const widget = document.querySelector('body > [agent-id]');
    expect(widget).toHaveAttribute('agent-id', 'agent_a');
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(await opened).toBe(false);
    takeConsole();
    expect(scripts()).toHaveLength(1);
    const again = openVoice(provider, 'agent_b');
    expect(scripts()).toHaveLength(1);
    arrive();
    expect(await again).toBe(true);
    expect([...document.querySelectorAll('[agent-id]')]).toEqual([widget]);
    expect(widget).toHaveAttribute('agent-id', 'agent_b');
  });

  it('only logs that it could not be loaded, and tries again the next time', async () => {
    const first = openVoice(provider, 'agent_a');
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(await first).toBe(false);
    // One script and one element of the provider stay on the page.
    expect(scripts()).toHaveLength(1);
    expect([...document.querySelectorAll('[agent-id]')].map(({ parentNode }) => parentNode)).toEqual([document.body]);
    expect(takeConsole().join()).toContain(`could not be loaded from ${provider.scriptUrl}`);
    const [failed] = scripts();
    const second = openVoice(provider, 'agent_a');
    expect(scripts()).toHaveLength(1);
    expect(scripts()[0]).not.toBe(failed);
    arrive();
    expect(await second).toBe(true);
  });

  it('logs a script that brings another element than was agreed', async () => {
    const opened = openVoice(provider, 'agent_a');
    scripts()[0]?.dispatchEvent(new Event('load'));
    expect(await opened).toBe(false);
    expect(takeConsole().join()).toContain(`did not define the element <${provider.elementName}>`);
  });

  it('refuses what is no agent id, before anything is fetched', async () => {
    expect(await openVoice(provider, '"><script>')).toBe(false);
    expect(takeConsole().join()).toContain('Not the id of a voice agent');
    expect(scripts()).toHaveLength(0);
  });

  it('stays away from an element that has left the page while it was loading', async () => {
    const target = document.createElement('div');
    document.body.append(target);
    const embedded = embedVoice(provider, target, 'agent_a');
    target.remove();
    arrive();
    expect(await embedded).toBe(false);
    expect(target.childElementCount).toBe(0);
  });
});
