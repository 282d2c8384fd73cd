import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { EventSource } from '../delivery/channel.ts';

/** A client's voice agent (docs/specification.md#3). */
export interface AgentModel extends Model<InferAttributes<AgentModel>, InferCreationAttributes<AgentModel>> {
  id: CreationOptional<string>;
  agentName: string;
  agentCode: string;
  businessName: string;
  tagline: string;
  elevenLabsAgentId: string;
  deactivatedAt: CreationOptional<Date | null>;
}

/** A form, as the office's commands read it. The attributes are named like the columns, as in the rows of statements. */
export interface StoredRow extends Omit<EventSource, 'event'> {
  quarantine_reason: string | null;
  released_at: Date | null;
  released_by: string | null;
}

/** SubmissionsService stores forms by a statement of its own. */
export interface SubmissionModel extends Model<StoredRow>, StoredRow {}

/** A row of the outbox, as the office's commands read it. The worker claims rows by its own statements. */
export interface DeliveryModel extends Model<InferAttributes<DeliveryModel>> {
  id: string;
  submissionId: string;
  channel: string;
  attempts: number;
  nextAttemptAt: Date;
  takenBy: string | null;
  refusals: number;
  deliveredAt: Date | null;
  deadAt: Date | null;
  lastError: string | null;
  submission?: NonAttribute<SubmissionModel>;
}

interface PartnerModel extends Model<InferAttributes<PartnerModel>> {
  name: string;
  postsPerMinute: number;
}

/** A stored key: its hash, and its id, which is part of the key. The office's statements create and revoke keys. */
interface PartnerKeyModel extends Model<InferAttributes<PartnerKeyModel>> {
  id: string;
  partner: string;
  hash: Buffer;
  isTest: boolean;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  owner?: NonAttribute<PartnerModel>;
}

/** Defines the models on one connection pool; a process may have several pools. */
export function defineModels(sequelize: Sequelize) {
  const own = { underscored: true, timestamps: false };
  const agents = sequelize.define<AgentModel>(
    'agent',
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      agentName: DataTypes.TEXT,
      agentCode: DataTypes.TEXT,
      businessName: DataTypes.TEXT,
      tagline: DataTypes.TEXT,
      elevenLabsAgentId: DataTypes.TEXT,
      deactivatedAt: DataTypes.DATE,
    },
    { ...own, tableName: 'agents' },
  );
  const submissions = sequelize.define<SubmissionModel>(
    'submission',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      kind: DataTypes.TEXT,
      reference: DataTypes.TEXT,
      payload: DataTypes.JSON,
      created_at: DataTypes.DATE,
      returned_at: DataTypes.DATE,
      return_reason: DataTypes.TEXT,
      purged_at: DataTypes.DATE,
      industry: DataTypes.TEXT,
      page_path: DataTypes.TEXT,
      partner: DataTypes.TEXT,
      consent_version: DataTypes.TEXT,
      ip: DataTypes.INET,
      is_test: DataTypes.BOOLEAN,
      quarantine_reason: DataTypes.TEXT,
      released_at: DataTypes.DATE,
      released_by: DataTypes.TEXT,
    },
    { ...own, tableName: 'submissions' },
  );
  const deliveries = sequelize.define<DeliveryModel>(
    'delivery',
    {
      id: { type: DataTypes.BIGINT, primaryKey: true },
      submissionId: DataTypes.UUID,
      channel: DataTypes.TEXT,
      attempts: DataTypes.INTEGER,
      nextAttemptAt: DataTypes.DATE,
      takenBy: DataTypes.UUID,
      refusals: DataTypes.INTEGER,
      deliveredAt: DataTypes.DATE,
      deadAt: DataTypes.DATE,
      lastError: DataTypes.TEXT,
    },
    { ...own, tableName: 'deliveries' },
  );
  deliveries.belongsTo(submissions, { as: 'submission', foreignKey: 'submissionId' });
  const partners = sequelize.define<PartnerModel>(
    'partner',
    { name: { type: DataTypes.TEXT, primaryKey: true }, postsPerMinute: DataTypes.INTEGER },
    { ...own, tableName: 'partners' },
  );
  const partnerKeys = sequelize.define<PartnerKeyModel>(
    'partnerKey',
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      partner: DataTypes.TEXT,
      hash: DataTypes.BLOB,
      isTest: DataTypes.BOOLEAN,
      lastUsedAt: DataTypes.DATE,
      revokedAt: DataTypes.DATE,
    },
    { ...own, tableName: 'partner_keys' },
  );
  partnerKeys.belongsTo(partners, { as: 'owner', foreignKey: 'partner' });
  return { agents, submissions, deliveries, partnerKeys };
}
