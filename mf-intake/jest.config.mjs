import { jestProject } from 'kit/testing/jest-project';

export default jestProject('mf-intake', import.meta.dirname);
