import { jestProject } from './testing/jest-project.mjs';

export default jestProject('kit', import.meta.dirname);
