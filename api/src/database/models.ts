import {
  type CreationOptional,
  DataTypes,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { SubmissionKind } from '../submissions/kinds.ts';

/** A client's voice agent (docs/specification.md#3). */
export interface AgentModel extends Model<InferAttributes<AgentModel>, InferCreationAttributes<AgentModel>> {
  id: CreationOptional<string>;
  agentName: string;
  agentCode: string;
  businessName: string;
  tagline: string;
  elevenLabsAgentId: string;
  createdAt: CreationOptional<Date>;
  deactivatedAt: CreationOptional<Date | null>;
}

/** The columns of a form that the office's commands read. SubmissionsService stores forms by a statement of its own. */
export interface SubmissionModel
  extends Model<InferAttributes<SubmissionModel>, InferCreationAttributes<SubmissionModel>> {
  id: CreationOptional<string>;
  kind: SubmissionKind;
  reference: string;
  payload: Record<string, unknown>;
  /** From the database's clock. */
  createdAt: CreationOptional<Date>;
  ip: CreationOptional<string | null>;
  pagePath: CreationOptional<string | null>;
  consentVersion: CreationOptional<string | null>;
  isTest: boolean;
  quarantineReason: CreationOptional<string | null>;
  purgedAt: CreationOptional<Date | null>;
  releasedAt: CreationOptional<Date | null>;
  releasedBy: CreationOptional<string | null>;
  industry: CreationOptional<string | null>;
  partner: CreationOptional<string | null>;
  returnedAt: CreationOptional<Date | null>;
  returnReason: CreationOptional<string | null>;
}

/** A row of the outbox. The worker claims rows by its own statements; this model is for the office. */
export interface DeliveryModel extends Model<InferAttributes<DeliveryModel>, InferCreationAttributes<DeliveryModel>> {
  id: string;
  submissionId: string;
  channel: string;
  attempts: number;
  nextAttemptAt: Date;
  takenBy: CreationOptional<string | null>;
  refusals: CreationOptional<number>;
  deliveredAt: CreationOptional<Date | null>;
  deadAt: CreationOptional<Date | null>;
  lastError: CreationOptional<string | null>;
  submission?: NonAttribute<SubmissionModel>;
}

interface PartnerModel extends Model<InferAttributes<PartnerModel>, InferCreationAttributes<PartnerModel>> {
  name: string;
  postsPerMinute: CreationOptional<number>;
}

/** A stored key: its hash, and its id, which is part of the key. The office's statements create and revoke keys. */
interface PartnerKeyModel extends Model<InferAttributes<PartnerKeyModel>, InferCreationAttributes<PartnerKeyModel>> {
  id: string;
  partner: ForeignKey<PartnerModel['name']>;
  hash: Buffer;
  isTest: boolean;
  lastUsedAt: CreationOptional<Date | null>;
  revokedAt: CreationOptional<Date | null>;
  owner?: NonAttribute<PartnerModel>;
}

/** Defines the models on one connection pool; a process may have several pools. */
export function defineModels(sequelize: Sequelize) {
  const own = { underscored: true, timestamps: false };
  // Sequelize writes the column's name into the object, so each column needs its own.
  const text = ({ unique } = { unique: false }) => ({ type: DataTypes.TEXT, allowNull: false, unique });
  const agents = sequelize.define<AgentModel>(
    'agent',
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      agentName: text({ unique: true }),
      agentCode: text({ unique: true }),
      businessName: text(),
      tagline: text(),
      elevenLabsAgentId: text(),
      createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: DataTypes.NOW },
      deactivatedAt: DataTypes.DATE,
    },
    { ...own, tableName: 'agents' },
  );
  const submissions = sequelize.define<SubmissionModel>(
    'submission',
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      kind: DataTypes.TEXT,
      reference: DataTypes.TEXT,
      payload: DataTypes.JSON,
      createdAt: DataTypes.DATE,
      ip: DataTypes.INET,
      pagePath: DataTypes.TEXT,
      consentVersion: DataTypes.TEXT,
      isTest: DataTypes.BOOLEAN,
      quarantineReason: DataTypes.TEXT,
      purgedAt: DataTypes.DATE,
      releasedAt: DataTypes.DATE,
      releasedBy: DataTypes.TEXT,
      industry: DataTypes.TEXT,
      partner: DataTypes.TEXT,
      returnedAt: DataTypes.DATE,
      returnReason: DataTypes.TEXT,
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
