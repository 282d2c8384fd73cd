import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import type { SubmissionModel } from '../submissions/submission.model.ts';

/** A row of the outbox. The worker claims rows by its own statements; this model is for the office. */
export class DeliveryModel extends Model<InferAttributes<DeliveryModel>, InferCreationAttributes<DeliveryModel>> {
  declare id: string;
  declare submissionId: string;
  declare channel: string;
  declare attempts: number;
  declare createdAt: Date;
  declare nextAttemptAt: Date;
  declare takenBy: CreationOptional<string | null>;
  declare refusals: CreationOptional<number>;
  declare deliveredAt: CreationOptional<Date | null>;
  declare deadAt: CreationOptional<Date | null>;
  declare lastError: CreationOptional<string | null>;
  declare submission?: NonAttribute<SubmissionModel>;
}

/** The model on one connection pool: a process may have several. */
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
      createdAt: DataTypes.DATE,
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
