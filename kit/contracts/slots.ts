import * as z from 'zod/mini';

/** `leads-below`: the name of a place for widgets on a page, and of any slot in a grant. */
export const slotNamePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const linkSchema = z.strictObject({
  /** Short, because it stands beside the site's own links. */
  label: z.string().check(z.regex(/^[^\p{C}]{1,24}$/u)),
  /** The path of a page of the same remote. */
  path: z.string().check(z.maxLength(200), z.regex(/^\/[a-z0-9/-]*$/)),
});

/** What a remote offers to pages of the site: `slots` in its `package.json` and in its release record. */
export const remoteSlotsSchema = z.strictObject({
  /** A link in the header of every page. */
  header: z.optional(linkSchema),
  /** A link in the footer of every page. */
  footer: z.optional(linkSchema),
  /** The exposed module for each named slot of a page, for example `./openings`. Its default export is a component. */
  widgets: z.optional(
    z
      .record(
        z.string().check(z.regex(slotNamePattern), z.maxLength(50)),
        z.string().check(z.regex(/^\.\/[a-z0-9-]{1,50}$/)),
      )
      .check(z.refine((widgets) => Object.keys(widgets).length <= 10, 'must name at most 10 slots')),
  ),
});

export type RemoteSlots = z.infer<typeof remoteSlotsSchema>;

/** What the live remotes of a site offer, as a page gets it. */
export interface SiteSlots {
  header: { label: string; to: string }[];
  footer: { label: string; to: string }[];
  /** For each named slot, the modules as `loadRemote` takes them: `mf_careers/openings`. */
  widgets: Record<string, string[]>;
}

interface Offer {
  slots?: RemoteSlots | undefined;
  /** The name of the remote's container. */
  globalName: string;
  isGranted: (slot: string) => boolean;
}

/** Collects what releases offer in the slots that their keys were granted; null for nothing. */
export function collectSlots(offers: readonly Offer[]): SiteSlots | null {
  const linksIn = (slot: 'header' | 'footer') =>
    offers.flatMap(({ slots, isGranted }) => {
      const link = isGranted(slot) && slots?.[slot];
      return link ? [{ label: link.label, to: link.path }] : [];
    });
  const widgets = offers.flatMap(({ slots, globalName, isGranted }) =>
    Object.entries(slots?.widgets ?? {}).flatMap(([slot, module]) =>
      isGranted(slot) ? [{ slot, id: globalName + module.slice(1) }] : [],
    ),
  );
  const [header, footer] = [linksIn('header'), linksIn('footer')];
  if (header.length + footer.length + widgets.length === 0) return null;
  const bySlot = [...Map.groupBy(widgets, ({ slot }) => slot)].map(([slot, own]) => [slot, own.map(({ id }) => id)]);
  return { header, footer, widgets: Object.fromEntries(bySlot) };
}
