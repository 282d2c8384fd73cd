import { jestProject } from './testing/jest-project.ts';

export default jestProject('kit', import.meta.dirname);
