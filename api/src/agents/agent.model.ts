import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize,
} from 'sequelize';

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
