import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from 'sequelize';
import { SubmissionModel } from '../submissions/submission.model.ts';

/** A row of the outbox. The worker writes it by its own statements; this model is for the office. */
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

export function initDeliveryModel(sequelize: Sequelize): void {
  DeliveryModel.init(
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
    { sequelize, tableName: 'deliveries', underscored: true, timestamps: false },
  );
  DeliveryModel.belongsTo(SubmissionModel, { as: 'submission', foreignKey: 'submissionId' });
}
