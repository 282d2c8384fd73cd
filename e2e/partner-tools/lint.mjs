// Prints the problems of an OpenAPI document, a line each.
import { createConfig, lint } from '@redocly/openapi-core';

const [, , file] = process.argv;
const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
for (const { severity, ruleId, message } of problems) console.log(`${severity} ${ruleId}: ${message}`);
