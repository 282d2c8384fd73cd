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

export class PartnerModel extends Model<InferAttributes<PartnerModel>, InferCreationAttributes<PartnerModel>> {
  declare name: string;
  declare postsPerMinute: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare createdBy: string;
  declare keys?: NonAttribute<PartnerKeyModel[]>;
}

/** A stored key: its hash, and its id, which is part of the key. */
export class PartnerKeyModel extends Model<InferAttributes<PartnerKeyModel>, InferCreationAttributes<PartnerKeyModel>> {
  declare id: string;
  declare partner: ForeignKey<PartnerModel['name']>;
  declare hash: Buffer;
  declare isTest: boolean;
  declare createdAt: CreationOptional<Date>;
  declare createdBy: string;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare revokedBy: CreationOptional<string | null>;
  declare owner?: NonAttribute<PartnerModel>;
}

/** Defines the models on one connection pool; a process may have several pools. */
export function definePartners(sequelize: Sequelize): {
  partners: ModelStatic<PartnerModel>;
  partnerKeys: ModelStatic<PartnerKeyModel>;
} {
  const table = { sequelize, underscored: true, timestamps: false };
  const partners = class extends PartnerModel {}.init(
    {
      name: { type: DataTypes.TEXT, primaryKey: true },
      postsPerMinute: DataTypes.INTEGER,
      createdAt: DataTypes.DATE,
      createdBy: DataTypes.TEXT,
    },
    { ...table, modelName: 'partner', tableName: 'partners' },
  );
  const partnerKeys = class extends PartnerKeyModel {}.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      partner: DataTypes.TEXT,
      hash: DataTypes.BLOB,
      isTest: DataTypes.BOOLEAN,
      createdAt: DataTypes.DATE,
      createdBy: DataTypes.TEXT,
      lastUsedAt: DataTypes.DATE,
      revokedAt: DataTypes.DATE,
      revokedBy: DataTypes.TEXT,
    },
    { ...table, modelName: 'partnerKey', tableName: 'partner_keys' },
  );
  partners.hasMany(partnerKeys, { as: 'keys', foreignKey: 'partner' });
  partnerKeys.belongsTo(partners, { as: 'owner', foreignKey: 'partner' });
  return { partners, partnerKeys };
}
