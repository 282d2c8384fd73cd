import {
  type CreationOptional,
  DataTypes,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { SubmissionKind } from '../submissions/kinds.ts';

/** A client's voice agent (docs/specification.md#3). */
export class AgentModel extends Model<InferAttributes<AgentModel>, InferCreationAttributes<AgentModel>> {
  declare id: CreationOptional<string>;
  declare agentName: string;
  declare agentCode: string;
  declare businessName: string;
  declare tagline: string;
  declare elevenLabsAgentId: string;
  declare createdAt: CreationOptional<Date>;
  declare deactivatedAt: CreationOptional<Date | null>;
}

/** Defines the model on one connection pool; a process may have several pools. */
export function defineAgents(sequelize: Sequelize): ModelStatic<AgentModel> {
  // Sequelize writes the column's name into the object, so each column needs its own.
  const text = ({ unique } = { unique: false }) => ({ type: DataTypes.TEXT, allowNull: false, unique });
  return class extends AgentModel {}.init(
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
    { sequelize, modelName: 'agent', tableName: 'agents', underscored: true, timestamps: false },
  );
}

/** The columns of a form that the office's commands read. SubmissionsService stores forms by a statement of its own. */
export class SubmissionModel extends Model<InferAttributes<SubmissionModel>, InferCreationAttributes<SubmissionModel>> {
  declare id: CreationOptional<string>;
  declare kind: SubmissionKind;
  declare reference: string;
  declare payload: Record<string, unknown>;
  /** From the database's clock. */
  declare createdAt: CreationOptional<Date>;
  declare ip: CreationOptional<string | null>;
  declare pagePath: CreationOptional<string | null>;
  declare consentVersion: CreationOptional<string | null>;
  declare isTest: boolean;
  declare quarantineReason: CreationOptional<string | null>;
  declare purgedAt: CreationOptional<Date | null>;
  declare releasedAt: CreationOptional<Date | null>;
  declare releasedBy: CreationOptional<string | null>;
  declare industry: CreationOptional<string | null>;
  declare partner: CreationOptional<string | null>;
  declare returnedAt: CreationOptional<Date | null>;
  declare returnReason: CreationOptional<string | null>;
}

/** Defines the model on one connection pool; a process may have several pools. */
export function defineSubmissions(sequelize: Sequelize): ModelStatic<SubmissionModel> {
  return class extends SubmissionModel {}.init(
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
    { sequelize, modelName: 'submission', tableName: 'submissions', underscored: true, timestamps: false },
  );
}

/** A row of the outbox. The worker claims rows by its own statements; this model is for the office. */
export class DeliveryModel extends Model<InferAttributes<DeliveryModel>, InferCreationAttributes<DeliveryModel>> {
  declare id: string;
  declare submissionId: string;
  declare channel: string;
  declare attempts: number;
  declare nextAttemptAt: Date;
  declare takenBy: CreationOptional<string | null>;
  declare refusals: CreationOptional<number>;
  declare deliveredAt: CreationOptional<Date | null>;
  declare deadAt: CreationOptional<Date | null>;
  declare lastError: CreationOptional<string | null>;
  declare submission?: NonAttribute<SubmissionModel>;
}

/** Defines the model on one connection pool; a process may have several pools. */
export function defineDeliveries(
  sequelize: Sequelize,
  submissions: ModelStatic<SubmissionModel>,
): ModelStatic<DeliveryModel> {
  const deliveries = class extends DeliveryModel {}.init(
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
    { sequelize, modelName: 'delivery', tableName: 'deliveries', underscored: true, timestamps: false },
  );
  deliveries.belongsTo(submissions, { as: 'submission', foreignKey: 'submissionId' });
  return deliveries;
}

class PartnerModel extends Model<InferAttributes<PartnerModel>, InferCreationAttributes<PartnerModel>> {
  declare name: string;
  declare postsPerMinute: CreationOptional<number>;
}

/** A stored key: its hash, and its id, which is part of the key. The office's statements create and revoke keys. */
export class PartnerKeyModel extends Model<InferAttributes<PartnerKeyModel>, InferCreationAttributes<PartnerKeyModel>> {
  declare id: string;
  declare partner: ForeignKey<PartnerModel['name']>;
  declare hash: Buffer;
  declare isTest: boolean;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare owner?: NonAttribute<PartnerModel>;
}

/** Defines the model, with the partner as its `owner`, on one connection pool; a process may have several pools. */
export function definePartnerKeys(sequelize: Sequelize): ModelStatic<PartnerKeyModel> {
  const table = { sequelize, underscored: true, timestamps: false };
  const partners = class extends PartnerModel {}.init(
    { name: { type: DataTypes.TEXT, primaryKey: true }, postsPerMinute: DataTypes.INTEGER },
    { ...table, modelName: 'partner', tableName: 'partners' },
  );
  const partnerKeys = class extends PartnerKeyModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      partner: DataTypes.TEXT,
      hash: DataTypes.BLOB,
      isTest: DataTypes.BOOLEAN,
      lastUsedAt: DataTypes.DATE,
      revokedAt: DataTypes.DATE,
    },
    { ...table, modelName: 'partnerKey', tableName: 'partner_keys' },
  );
  partnerKeys.belongsTo(partners, { as: 'owner', foreignKey: 'partner' });
  return partnerKeys;
}
