import { tmpdir } from 'node:os';
import type { SiteConfig } from 'kit/contracts/site-config';
import type { Settings } from '../src/settings/settings.ts';

export function buildSite(overrides: Partial<SiteConfig> = {}): SiteConfig {
  return {
    brand: 'Beaconfield',
    publicOrigin: 'http://localhost:3000',
    phone: '(801) 555-0142',
    mailboxes: {
      clientAdmin: 'admin@beaconfield.example',
      officeManager: 'office@beaconfield.example',
      sales: 'sales@beaconfield.example',
      support: 'support@beaconfield.example',
    },
    schedulingUrl: 'https://scheduling.example/',
    voice: {
      scriptUrl: 'https://cdn.example/widget.js',
      scriptIntegrity: `sha384-${'A'.repeat(64)}`,
      elementName: 'voice-widget',
      talkUrl: 'https://talk.example/{agentId}',
      agents: { site: 'agent_1', agentPages: 'agent_2', demos: 'agent_3' },
    },
    demos: { accessCodeSha256: 'a'.repeat(64), clients: [] },
    deliverLocalForms: false,
    ...overrides,
  };
}

export function buildSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    port: 0,
    host: '127.0.0.1',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    dataDir: tmpdir(),
    site: buildSite(),
    smtpUrl: undefined,
    webhook: undefined,
    webhooksAllowPrivate: true,
    officeKey: undefined,
    operator: { OPERATOR_MAIL: 'operator@beaconfield.example' },
    autoresponse: false,
    allowedOrigins: [],
    deliveryWorker: false,
    mailFileDays: 90,
    retentionDays: {},
    quarantineMailHour: 0,
    rateLimits: false,
    trustedProxies: [],
    seedSampleAgents: false,
    logLevel: 'silent',
    ...overrides,
  };
}
