import { randomUUID } from 'node:crypto';
import type { NewKeysAnswer, PartnersAnswer } from 'kit/contracts/office';
import { LRUCache } from 'lru-cache';
import { Button, Check, Done, Empty, Fact, PostForm, Table, Time } from '../parts.tsx';
import { StaffRefusal, sendPage } from '../staff-http.ts';
import { StaffPage } from '../staff-page.tsx';
import { inboxPlace } from './inbox-address.ts';
import { type Answered, type InboxForm, type InboxVisit, refusalIn, showAnswer } from './inbox-visit.ts';

interface ShownPartners {
  refusal?: StaffRefusal;
  done?: string;
  /** The name that was typed when no partner could be made. */
  typed?: string;
}

export function showPartners(visit: InboxVisit, { refusal, ...shown }: ShownPartners = {}): Promise<void> {
  return showAnswer(
    visit,
    () => visit.client.ask(visit.who, { act: 'partners' }),
    (answered) => <PartnersPage {...answered} {...shown} />,
    refusal,
  );
}

/** A form that was sent twice, by a double click, makes keys once: both answers show the same ones. */
const made = new LRUCache<string, Promise<NewKeysAnswer>>({ max: 100, ttl: 60_000 });

export async function actOnPartners(visit: InboxForm, act: string): Promise<void> {
  const { client, who, form } = visit;
  const name = (form.get('name') ?? '').trim().slice(0, 61);
  try {
    if (act === 'add' || act === 'key') {
      const isTest = form.get('mode') === 'test';
      const request =
        act === 'add' ? ({ act: 'partner-add', name } as const) : ({ act: 'partner-key', name, isTest } as const);
      const sent = JSON.stringify([who.name, form.get('once') ?? randomUUID(), request]);
      const making = made.get(sent) ?? client.ask(who, request);
      made.set(sent, making);
      making.catch(() => made.delete(sent));
      return sendPage(visit, 200, <NewKeysPage answer={await making} />);
    }
    if (act !== 'revoke') throw new StaffRefusal(404, 'There is no such page of the inbox.');
    if (form.get('sure') !== 'yes') throw new StaffRefusal(422, 'Nothing was revoked: tick the box to confirm.');
    const { said } = await client.ask(who, { act: 'partner-revoke', key: form.get('key') ?? '' });
    return showPartners(visit, { done: said });
  } catch (error) {
    return showPartners(visit, { refusal: refusalIn(error), typed: act === 'add' ? name : '' });
  }
}

const title = 'Partners';
const place = `${inboxPlace}/partners`;

function PartnersPage({ answer, message, done, typed }: Answered<PartnersAnswer> & ShownPartners) {
  return (
    <StaffPage title={title} message={message}>
      <Done>{done ?? null}</Done>
      <p>
        Partners send leads from their own systems, with keys of their own. The <a href="/api/guide">partner guide</a>{' '}
        tells them how.
      </p>
      <PostForm action={`${place}/add`} look="card" hidden={[['once', randomUUID()]]}>
        <label htmlFor="name">Name of a new partner</label>
        <p id="name-help">
          Lower case letters, digits and dashes, like <code>acme-leads</code>. The partner gets a live key and a test
          key.
        </p>
        <div className="row">
          <input
            id="name"
            name="name"
            defaultValue={typed}
            maxLength={60}
            required
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="name-help"
          />
          <Button>Make two keys</Button>
        </div>
      </PostForm>
      {answer?.partners.length === 0 && <Empty>No partners yet.</Empty>}
      {answer?.partners.map((partner) => (
        <Partner key={partner.name} partner={partner} />
      ))}
    </StaffPage>
  );
}

function Partner({ partner: { name, postsPerMinute, keys } }: { partner: PartnersAnswer['partners'][number] }) {
  return (
    <>
      <h2>{name}</h2>
      <p>At most {postsPerMinute} posts a minute.</p>
      {keys.length > 0 && (
        <Table look="audit" caption={`Keys of ${name}`} heads={['Key', 'Kind', 'Made', 'Last used', 'State']}>
          {keys.map(({ id, mode, createdAt, createdBy, lastUsedAt, revoked }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
              </th>
              <td data-label="Kind">{mode}</td>
              <td data-label="Made">
                <Time iso={createdAt} /> by {createdBy}
              </td>
              <td data-label="Last used">{lastUsedAt === null ? 'never' : <Time iso={lastUsedAt} />}</td>
              <td data-label="State">
                {revoked === null ? (
                  <Revoke id={id} />
                ) : (
                  <>
                    revoked <Time iso={revoked.at} /> by {revoked.by}
                  </>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <PostForm action={`${place}/key`} look="row" hidden={Object.entries({ name, once: randomUUID() })}>
        {['live', 'test'].map((mode) => (
          <Button key={mode} look="quiet" name="mode" value={mode}>
            Another {mode} key for {name}
          </Button>
        ))}
      </PostForm>
    </>
  );
}

function Revoke({ id }: { id: string }) {
  return (
    <>
      valid
      <details>
        <summary>
          Revoke<span className="hidden"> {id}</span>
        </summary>
        <PostForm action={`${place}/revoke`} hidden={[['key', id]]}>
          <Check name="sure" value="yes" required>
            Refuse everything that is sent with this key from now on
          </Check>{' '}
          <Button look="quiet">Revoke {id}</Button>
        </PostForm>
      </details>
    </>
  );
}

/** The text of new keys. They are shown this once, because only their hashes are kept. */
function NewKeysPage({ answer: { name, keys } }: { answer: NewKeysAnswer }) {
  const [these, them] = keys.length === 1 ? ['this key', 'it'] : ['these keys', 'them'];
  return (
    <StaffPage title={title} heading={`Keys of ${name}`}>
      <Done>
        Copy {these} now: nobody can show {them} again.
      </Done>
      <dl>
        {keys.map(({ mode, secret }) => (
          <Fact key={secret} term={mode === 'test' ? 'Test key: what is sent with it is a test' : 'Live key'}>
            <code className="secret">{secret}</code>
          </Fact>
        ))}
      </dl>
      <p>
        Send {them} to the partner in a safe way, with the address of the <a href="/api/guide">partner guide</a>.
      </p>
      <p>
        <a href={place}>Back to the partners</a>
      </p>
    </StaffPage>
  );
}
