import type { Attack } from './attack.ts';

const remote = 'mf-agents';

/** Hostile builds that must not pass the gate. */
export const gateAttacks: readonly Attack[] = [
  {
    name: 'a server bundle that hangs while it loads is activated',
    async run(site) {
      const id = await site.publish({ remote, server: (code) => `${code}; for (;;);` });
      const refusal = await site.refusalOf('activate', remote, id);
      return refusal === null ? `${remote} ${id} went live` : null;
    },
  },
];
