import * as z from 'zod/mini';

// What the staff page asks the API about the office's inbox, and what it is answered. For servers alone.

/** Where the API listens for the staff page: outside of `/api`, which is all that proxies pass on. */
export const officePath = '/internal/office';
/** On every answer of it, so that it is told from an API that has no inbox. */
export const officeHeader = 'X-Office';

/** What somebody may do in the inbox: `office` works in it, `operate` sees its audit log, too. No other role sees any of it. */
export const officeRoles = ['office', 'operate'] as const;
export type OfficeRole = (typeof officeRoles)[number];

export const leadStates = ['new', 'called', 'won', 'lost'] as const;
export type LeadState = (typeof leadStates)[number];

/** The kinds of form by the names that the office has for them. */
export const kindNames = {
  lead: 'Leads',
  intake: 'Intakes',
  support: 'Support',
  feedback: 'Feedback',
  inquiry: 'Inquiries',
} as const;
export type OfficeKind = keyof typeof kindNames;

/**
 * `counted` is how many forms are counted exactly; `exported` how many a CSV file has, `inWorkbook` how many an Excel workbook,
 * which is built in memory.
 */
export const officeLimits = {
  note: 5000,
  search: 200,
  email: 254,
  atOnce: 50,
  counted: 1000,
  exported: 20_000,
  inWorkbook: 1000,
} as const;

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const kind = z.enum(Object.keys(kindNames) as [OfficeKind, ...OfficeKind[]]); // The keys of what is not empty.
const state = z.enum(leadStates);
export const referencePattern = /^[A-Z]-[0-9A-Z]{6}$/;
const reference = z.string().check(z.regex(referencePattern));
/** A mail address, or a telephone number however it is written. */
const contact = z.string().check(z.minLength(3), z.maxLength(officeLimits.email));
/** Where the page before ended, as the API wrote it. */
const cursor = z.nullable(z.string().check(z.maxLength(100)));

/** A moment of the years 1000 to 2999 in UTC: PostgreSQL takes all of them. */
const instant = z.iso.datetime().check(z.regex(/^[12]\d{3}/));

const day = z.iso.date().check(z.regex(/^[12]\d{3}/));
/** A name of the staff: from STAFF_TOKENS, or from an OpenID provider, where it is often a mail address. */
export const assigneePattern = /^[\p{L}\p{N}][\p{L}\p{N} .@+_-]{0,79}$/u;
const assignee = z.string().check(z.regex(assigneePattern));

/** Which forms somebody wants to see. */
const filters = {
  place: z.enum(['inbox', 'quarantine']),
  kind: z.nullable(kind),
  state: z.nullable(state),
  search: z.string().check(z.maxLength(officeLimits.search)),
  /** From this moment on. */
  since: z.nullable(instant),
  /** Before this moment. */
  until: z.nullable(instant),
  industry: z.nullable(z.string().check(z.regex(/^[a-z][a-z-]{0,59}$/))),
  /** `website`, or `partner:` and the name of a partner. */
  source: z.nullable(z.string().check(z.regex(/^(website|partner:[a-z0-9-]{1,100})$/))),
  /** With tests, which are hidden otherwise. */
  tests: z.boolean(),
  /** Whom they are assigned to; empty for those that are nobody's. */
  assignee: z.nullable(z.union([z.literal(''), assignee])),
  /** Those with a reminder on this day or before it. */
  remindBy: z.nullable(day),
};

/** What a change of one or many forms sets; null leaves it as it is. */
const changes = {
  state: z.nullable(state),
  /** Empty for nobody. */
  assignee: z.nullable(z.union([z.literal(''), assignee])),
  /** Empty for none. */
  remindOn: z.nullable(z.union([z.literal(''), day])),
};

const version = z.int().check(z.nonnegative(), z.lte(2_147_483_647));
/** Forms of a list, each with the version that was shown. */
const partnerName = z.string().check(z.maxLength(60));
const picked = z.array(z.strictObject({ reference, version })).check(z.minLength(1), z.maxLength(officeLimits.atOnce));

export const officeRequestSchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('list'), ...filters, after: cursor }),
  z.strictObject({ act: z.literal('look'), reference }),
  z.strictObject({
    act: z.literal('save'),
    reference,
    /** That of the page that it was decided on: another one since then, and nothing is saved. */
    version,
    ...changes,
    note: z.string().check(z.maxLength(officeLimits.note)),
  }),
  z.strictObject({ act: z.literal('change'), forms: picked, ...changes }),
  /** The last change of who asks, of one form or of many, if this form is one of them. */
  z.strictObject({ act: z.literal('undo'), reference }),
  z.strictObject({ act: z.literal('resend'), reference, channel: z.string().check(z.maxLength(80)) }),
  z.strictObject({ act: z.literal('release'), reference }),
  /** Erases forms of the quarantine that no person sent. */
  z.strictObject({ act: z.literal('spam'), forms: picked }),
  /** Gives a lead back to its partner. */
  z.strictObject({ act: z.literal('return'), reference, reason: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ act: z.literal('person'), who: contact }),
  z.strictObject({ act: z.literal('export-person'), who: contact }),
  /** `count` is how many forms the page named that it was decided on. */
  z.strictObject({ act: z.literal('erase-person'), who: contact, count: z.int() }),
  /** The forms of a list, all of its pages; as CSV without a format. */
  z.strictObject({ act: z.literal('export'), format: z.optional(z.enum(exportFormats)), ...filters }),
  z.strictObject({ act: z.literal('audit'), after: cursor }),
  z.strictObject({ act: z.literal('partners') }),
  /** Makes the partner, with a live key and a test key. */
  z.strictObject({ act: z.literal('partner-add'), name: partnerName }),
  /** Another key of a partner. */
  z.strictObject({ act: z.literal('partner-key'), name: partnerName, isTest: z.boolean() }),
  /** By the id of the key. */
  z.strictObject({ act: z.literal('partner-revoke'), key: z.string().check(z.regex(/^[0-9a-f]{12}$/)) }),
]);

export type OfficeRequest = z.infer<typeof officeRequestSchema>;
export type OfficeAct = OfficeRequest['act'];
export type RequestOf<Act extends OfficeAct> = Extract<OfficeRequest, { act: Act }>;
export type OfficeFilters = Omit<RequestOf<'export'>, 'act' | 'format'>;

const text = z.string();
const moment = z.string();

const listedSchema = z.object({
  reference: text,
  kind,
  createdAt: moment,
  state,
  name: text,
  phone: text,
  email: text,
  about: text,
  page: z.nullable(text),
  isTest: z.boolean(),
  /** Why it is in quarantine. */
  quarantine: z.nullable(text),
  isErased: z.boolean(),
  /** A delivery of it was given up. */
  isUndelivered: z.boolean(),
  /** Counts what was done to it: a change names the version that it was decided on. */
  version: z.int(),
  assignee: z.nullable(text),
  /** A day, `2026-11-22`. */
  remindOn: z.nullable(text),
});
export type ListedForm = z.infer<typeof listedSchema>;

export const listAnswerSchema = z.object({
  forms: z.array(listedSchema),
  next: cursor,
  /** How many forms of each state the other filters leave, at most `officeLimits.counted`; null where counting takes too long. */
  counts: z.nullable(z.record(state, z.int())),
  /** The names of all partners, for the choice of a source. */
  partners: z.array(text),
});
export type ListAnswer = z.infer<typeof listAnswerSchema>;

const trySchema = z.object({ at: moment, outcome: text, ms: z.int(), said: z.nullable(text) });
const deliverySchema = z.object({
  /** `mail`, `webhook` (CRM_WEBHOOK_URL), `webhook:<name>`. */
  channel: text,
  /** What is told: that a form came, that it was given back, or that it was erased. */
  event: z.enum(['created', 'returned', 'erased']),
  state: z.enum(['delivered', 'sending', 'waiting', 'given up']),
  at: z.nullable(moment),
  lastError: z.nullable(text),
  tries: z.array(trySchema),
});
export type DeliveryOfForm = z.infer<typeof deliverySchema>;

const entrySchema = z.object({
  at: moment,
  by: text,
  /** The state that it got, where it got another one. */
  state: z.nullable(state),
  note: z.nullable(text),
});

export const lookAnswerSchema = z.object({
  form: listedSchema,
  title: text,
  fields: z.array(z.object({ label: text, value: text })),
  releasedBy: z.nullable(text),
  erasedAt: z.nullable(moment),
  returned: z.nullable(z.object({ at: moment, by: text, reason: text })),
  deliveries: z.array(deliverySchema),
  /** Where it may be sent again. */
  channels: z.array(text),
  /** Newest first. */
  history: z.array(entrySchema),
  /** Other forms of the same address. */
  others: z.array(listedSchema),
});
export type LookAnswer = z.infer<typeof lookAnswerSchema>;

export const personAnswerSchema = z.object({
  who: text,
  count: z.int(),
  /** The newest of them. */
  forms: z.array(listedSchema),
  /** References of forms of others in whose notes the address or number stands. */
  mentions: z.array(text),
  /** Of CRM and webhooks, those that got one of these forms and will be told. */
  told: z.array(text),
  mailed: z.int(),
});
export type PersonAnswer = z.infer<typeof personAnswerSchema>;

export const eraseAnswerSchema = z.object({
  erased: z.int(),
  references: z.array(text),
  mentions: z.int(),
  told: z.array(text),
  mailed: z.int(),
});
export type EraseAnswer = z.infer<typeof eraseAnswerSchema>;

export const partnersAnswerSchema = z.object({
  partners: z.array(
    z.object({
      name: text,
      postsPerMinute: z.int(),
      /** The oldest first. */
      keys: z.array(
        z.object({
          id: text,
          mode: z.enum(['live', 'test']),
          createdAt: moment,
          createdBy: text,
          lastUsedAt: z.nullable(moment),
          revoked: z.nullable(z.object({ at: moment, by: text })),
        }),
      ),
    }),
  ),
});
export type PartnersAnswer = z.infer<typeof partnersAnswerSchema>;

/** New keys, whose text nobody can read again. */
export const newKeysAnswerSchema = z.object({
  name: text,
  keys: z.array(z.object({ mode: z.enum(['live', 'test']), secret: text })),
});
export type NewKeysAnswer = z.infer<typeof newKeysAnswerSchema>;

/** What a change or an undo did: the forms that it changed, and a sentence for each that it left alone. */
export const changeAnswerSchema = z.object({ changed: z.array(text), missed: z.array(text) });
export type ChangeAnswer = z.infer<typeof changeAnswerSchema>;

const auditSchema = z.object({
  id: text,
  at: moment,
  by: text,
  role: text,
  act: text,
  reference: z.nullable(text),
  details: text,
});
export const auditAnswerSchema = z.object({ entries: z.array(auditSchema), next: cursor });
export type AuditAnswer = z.infer<typeof auditAnswerSchema>;

/** What was done. */
export const doneAnswerSchema = z.object({ said: text });
export type DoneAnswer = z.infer<typeof doneAnswerSchema>;
