import { type FormVisit, type InboxVisit, refusalIn, refuse, showPage } from './inbox-visit.ts';
import { type OfficeClient, OfficeRefusal } from './office-client.ts';
import { renderNewKeys, renderPartners } from './partners-page.ts';

/** Handles the page of partners: who has which keys, new keys, and keys that are refused from now on. */
export class PartnersHandler {
  readonly #client: OfficeClient;

  constructor(client: OfficeClient) {
    this.#client = client;
  }

  async show(
    visit: InboxVisit,
    {
      refusal = null,
      done = null,
      typed = '',
    }: { refusal?: OfficeRefusal | null; done?: string | null; typed?: string } = {},
  ): Promise<void> {
    try {
      const { partners } = await this.#client.ask(visit.who, { act: 'partners' });
      const message = refusal?.message ?? null;
      showPage(visit, refusal?.status ?? 200, renderPartners(visit.session, { partners, message, done, typed }));
    } catch (error) {
      refuse(visit, refusal ?? refusalIn(error));
    }
  }

  async act(visit: FormVisit, act: string): Promise<void> {
    const { who, session, form } = visit;
    const name = (form.get('name') ?? '').trim().slice(0, 61);
    try {
      if (act === 'add') {
        return showPage(visit, 200, renderNewKeys(session, await this.#client.ask(who, { act: 'partner-add', name })));
      }
      if (act === 'key') {
        const isTest = form.get('mode') === 'test';
        const answer = await this.#client.ask(who, { act: 'partner-key', name, isTest });
        return showPage(visit, 200, renderNewKeys(session, answer));
      }
      if (act !== 'revoke') throw new OfficeRefusal(404, 'There is no such page of the inbox.');
      if (form.get('sure') !== 'yes') throw new OfficeRefusal(422, 'Nothing was revoked: tick the box to confirm.');
      const { said } = await this.#client.ask(who, { act: 'partner-revoke', key: form.get('key') ?? '' });
      return this.show(visit, { done: said });
    } catch (error) {
      return this.show(visit, { refusal: refusalIn(error), typed: act === 'add' ? name : '' });
    }
  }
}
