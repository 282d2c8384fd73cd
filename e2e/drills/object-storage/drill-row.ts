import type { FaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import type { Ceph } from '../../../shell/platform/testing/object-store/start-ceph.ts';

/** The environment of the rows: one cluster, two gateways, and a faulty network in front of each. */
export interface Arena {
  ceph: Ceph;
  proxies: readonly [FaultProxy, FaultProxy];
  /** Creates a folder that is removed after the drill. */
  makeFolder(): Promise<string>;
}

export interface Finding {
  passed: boolean;
  /** The observation with its figures. */
  words: string;
}

export interface Row {
  /** One word, to run the row alone. */
  name: string;
  what: string;
  passesWhen: string;
  run(arena: Arena): Promise<Finding>;
}

export function repair({ faults }: FaultProxy): void {
  Object.assign(faults, {
    ...{ isDown: false, hangs: false, delay: 0, slowDown: 0, lostAnswers: 0, isDownOnceLost: false },
    ...{ cutAt: null, areCredentialsEnded: false, forbids: null, ignoresConditions: false, flips: null },
  });
}
