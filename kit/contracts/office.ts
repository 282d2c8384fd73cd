import * as z from 'zod/mini';

// The requests of the staff pages to the API about the office's inbox, and the answers. Browsers never load this file.

/** The path of the API for staff pages. It is outside of `/api`, because proxies only forward that. */
export const officePath = '/internal/office';
/** Every answer has this header, which distinguishes it from that of an API without an inbox. */
export const officeHeader = 'X-Office';

/** Roles with access to the inbox, lowest first: `office` works in it, `operate` also reads the audit log. */
export const officeRoles = ['office', 'operate'] as const;
export type OfficeRole = (typeof officeRoles)[number];

export const leadStates = ['new', 'called', 'won', 'lost'] as const;
export type LeadState = (typeof leadStates)[number];

/** The kinds of forms, with the names that the office uses. */
export const kindNames = {
  lead: 'Leads',
  intake: 'Intakes',
  support: 'Support',
  feedback: 'Feedback',
  inquiry: 'Inquiries',
} as const;
export type OfficeKind = keyof typeof kindNames;

/**
 * Limits in characters or forms. `atOnce`: a page or a change; `counted`: exact counts; `exported`: a CSV file; `inWorkbook`:
 * an Excel workbook, which is built in memory.
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

const kind = z.enum(Object.keys(kindNames) as [OfficeKind, ...OfficeKind[]]); // The object is not empty.
const state = z.enum(leadStates);
export const referencePattern = /^[A-Z]-[0-9A-Z]{6}$/;
const reference = z.string().check(z.regex(referencePattern));
/** A mail address, or a telephone number in any notation. */
const contact = z.string().check(z.minLength(3), z.maxLength(officeLimits.email));
/** The end of the previous page, from the API's answer. */
const cursor = z.nullable(z.string().check(z.maxLength(100)));

/** A time in UTC in the years 1000 to 2999, which PostgreSQL can store. */
const instant = z.iso.datetime().check(z.regex(/^[12]\d{3}/));

const day = z.iso.date().check(z.regex(/^[12]\d{3}/));
/** A name of the staff: from STAFF_TOKENS, or from an OpenID provider, where it is often a mail address. */
export const assigneePattern = /^[\p{L}\p{N}][\p{L}\p{N} .@+_-]{0,79}$/u;
const assignee = z.string().check(z.regex(assigneePattern));

/** The filters of a list; null does not filter. */
const filters = {
  place: z.enum(['inbox', 'quarantine']),
  kind: z.nullable(kind),
  state: z.nullable(state),
  search: z.string().check(z.maxLength(officeLimits.search)),
  /** Inclusive. */
  since: z.nullable(instant),
  /** Exclusive. */
  until: z.nullable(instant),
  industry: z.nullable(z.string().check(z.regex(/^[a-z][a-z-]{0,59}$/))),
  /** `website`, or `partner:` and the name of a partner. */
  source: z.nullable(z.string().check(z.regex(/^(website|partner:[a-z0-9-]{1,100})$/))),
  /** True includes tests. */
  tests: z.boolean(),
  /** Empty for unassigned forms. */
  assignee: z.nullable(z.union([z.literal(''), assignee])),
  /** Forms with a reminder on or before this day. */
  remindBy: z.nullable(day),
};

/** The values that a change sets; null leaves a value unchanged. */
const changes = {
  state: z.nullable(state),
  /** Empty removes the assignee. */
  assignee: z.nullable(z.union([z.literal(''), assignee])),
  /** Empty removes the reminder. */
  remindOn: z.nullable(z.union([z.literal(''), day])),
};

const version = z.int().check(z.nonnegative(), z.lte(2_147_483_647));
const partnerName = z.string().check(z.maxLength(60));
/** Forms of a list, each with the version that the page showed. */
const picked = z.array(z.strictObject({ reference, version })).check(z.minLength(1), z.maxLength(officeLimits.atOnce));

export const officeRequestSchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('list'), ...filters, after: cursor }),
  z.strictObject({ act: z.literal('look'), reference }),
  z.strictObject({
    act: z.literal('save'),
    reference,
    /** The version that the page showed. If the form has a newer one, nothing is saved. */
    version,
    ...changes,
    note: z.string().check(z.maxLength(officeLimits.note)),
  }),
  z.strictObject({ act: z.literal('change'), forms: picked, ...changes }),
  /** Undoes the person's last change, if it included this form. */
  z.strictObject({ act: z.literal('undo'), reference }),
  z.strictObject({ act: z.literal('resend'), reference, channel: z.string().check(z.maxLength(80)) }),
  z.strictObject({ act: z.literal('release'), reference }),
  /** Erases forms of the quarantine that no person sent. */
  z.strictObject({ act: z.literal('spam'), forms: picked }),
  /** Returns a lead to its partner. */
  z.strictObject({ act: z.literal('return'), reference, reason: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ act: z.literal('person'), who: contact }),
  z.strictObject({ act: z.literal('export-person'), who: contact }),
  /** `count` is the number of forms that the page showed. */
  z.strictObject({ act: z.literal('erase-person'), who: contact, count: z.int() }),
  /** Exports all pages of a list. The default format is CSV. */
  z.strictObject({ act: z.literal('export'), format: z.optional(z.enum(exportFormats)), ...filters }),
  z.strictObject({ act: z.literal('audit'), after: cursor }),
  z.strictObject({ act: z.literal('partners') }),
  /** Creates a partner with a live key and a test key. */
  z.strictObject({ act: z.literal('partner-add'), name: partnerName }),
  /** Creates another key of a partner. */
  z.strictObject({ act: z.literal('partner-key'), name: partnerName, isTest: z.boolean() }),
  /** `key` is the id of the key. */
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
  /** The reason of the quarantine. */
  quarantine: z.nullable(text),
  isErased: z.boolean(),
  /** True if one of its deliveries is a dead letter. */
  isUndelivered: z.boolean(),
  /** Increases with each change. A request to change the form states the version that its page showed. */
  version: z.int(),
  assignee: z.nullable(text),
  /** A day, `2026-11-22`. */
  remindOn: z.nullable(text),
});
export type ListedForm = z.infer<typeof listedSchema>;

const listAnswerSchema = z.object({
  forms: z.array(listedSchema),
  next: cursor,
  /** The number of forms in each state under the other filters, at most `officeLimits.counted`. Null if counting takes too long. */
  counts: z.nullable(z.record(state, z.int())),
  /** The names of all partners, for the choice of a source. */
  partners: z.array(text),
  /** The number of forms in quarantine, at most `officeLimits.counted`. An API of the version before does not say it. */
  quarantined: z.optional(z.int()),
});
export type ListAnswer = z.infer<typeof listAnswerSchema>;

const trySchema = z.object({ at: moment, outcome: text, ms: z.int(), said: z.nullable(text) });
const deliverySchema = z.object({
  /** `mail`, `webhook` (CRM_WEBHOOK_URL), `webhook:<name>`. */
  channel: text,
  /** The event that is delivered: a form was created, returned or erased. */
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
  /** The new state, if the entry changed it. */
  state: z.nullable(state),
  note: z.nullable(text),
});

const lookAnswerSchema = z.object({
  form: listedSchema,
  title: text,
  fields: z.array(z.object({ label: text, value: text })),
  releasedBy: z.nullable(text),
  erasedAt: z.nullable(moment),
  returned: z.nullable(z.object({ at: moment, by: text, reason: text })),
  deliveries: z.array(deliverySchema),
  /** The channels that it may be sent to again. */
  channels: z.array(text),
  /** Newest first. */
  history: z.array(entrySchema),
  /** Other forms of the same address. */
  others: z.array(listedSchema),
});
export type LookAnswer = z.infer<typeof lookAnswerSchema>;

const personAnswerSchema = z.object({
  who: text,
  count: z.int(),
  /** Only the newest. */
  forms: z.array(listedSchema),
  /** References of other people's forms whose notes contain the address or number. */
  mentions: z.array(text),
  /** The webhooks that received one of these forms and get the event `erased`. */
  told: z.array(text),
  mailed: z.int(),
});
export type PersonAnswer = z.infer<typeof personAnswerSchema>;

const eraseAnswerSchema = z.object({
  erased: z.int(),
  references: z.array(text),
  mentions: z.int(),
  told: z.array(text),
  mailed: z.int(),
});
export type EraseAnswer = z.infer<typeof eraseAnswerSchema>;

const partnersAnswerSchema = z.object({
  partners: z.array(
    z.object({
      name: text,
      postsPerMinute: z.int(),
      /** Oldest first. */
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

/** New keys. No later answer contains their secrets. */
const newKeysAnswerSchema = z.object({
  name: text,
  keys: z.array(z.object({ mode: z.enum(['live', 'test']), secret: text })),
});
export type NewKeysAnswer = z.infer<typeof newKeysAnswerSchema>;

/** The result of a change or an undo: references of the changed forms, and a sentence for each skipped one. */
const changeAnswerSchema = z.object({ changed: z.array(text), missed: z.array(text) });
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
const auditAnswerSchema = z.object({ entries: z.array(auditSchema), next: cursor });
export type AuditAnswer = z.infer<typeof auditAnswerSchema>;

/** A sentence that confirms the act. */
const doneAnswerSchema = z.object({ said: text });

/** What answers each act. An export is answered by a file. */
export const officeAnswers = {
  list: listAnswerSchema,
  look: lookAnswerSchema,
  save: doneAnswerSchema,
  change: changeAnswerSchema,
  undo: changeAnswerSchema,
  spam: changeAnswerSchema,
  return: doneAnswerSchema,
  resend: doneAnswerSchema,
  release: doneAnswerSchema,
  person: personAnswerSchema,
  'erase-person': eraseAnswerSchema,
  audit: auditAnswerSchema,
  partners: partnersAnswerSchema,
  'partner-add': newKeysAnswerSchema,
  'partner-key': newKeysAnswerSchema,
  'partner-revoke': doneAnswerSchema,
} as const satisfies Partial<Record<OfficeAct, z.ZodMiniType>>;
