/** The channel of an endpoint that the office added; CRM_WEBHOOK_URL has the channel `webhook`. */
export const endpointPrefix = 'webhook:';

/**
 * Of `webhook_endpoints`: whether an endpoint takes a form of a kind and a partner, which are expressions of SQL. Those of
 * the office take everybody's forms, and those of a partner that partner's alone.
 */
export const takesForm = ({ kind, partner }: { kind: string; partner: string }) =>
  `(webhook_endpoints.kinds is null or ${kind} = any(webhook_endpoints.kinds))
        and (webhook_endpoints.partner is null or webhook_endpoints.partner = ${partner})`;

/**
 * The channels of a form, of those of this process ($list) and of the endpoints that take it: none where there are none
 * of the former, as for tests.
 */
export const channelsOf = (list: string, form: { kind: string; partner: string }) => `
      select unnest(${list}::text[]) as channel
      union all
      select '${endpointPrefix}' || name from webhook_endpoints
      where cardinality(${list}::text[]) > 0 and ${takesForm(form)}`;

/** The secret before signs until its end. */
export const findEndpoint = `
    select url, case when previous_until > now() then array[secret, previous_secret] else array[secret] end as secrets
    from webhook_endpoints where name = $1`;
