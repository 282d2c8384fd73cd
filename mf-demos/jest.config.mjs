import { jestProject } from 'kit/testing/jest-project';

export default jestProject('mf-demos', import.meta.dirname);
