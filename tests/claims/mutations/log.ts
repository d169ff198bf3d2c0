import { breaking, type Mutation } from '../mutation.ts';

const REPORT = 'src/shared/base/error-report.ts';
const REASONS = 'src/shared/base/reasons.ts';

export const OF_LOG: readonly Mutation[] = [
  breaking('C17', REPORT, "NAME.test(name) ? name : 'an error of another kind'", 'name'),
  breaking('C17', 'src/main/base/line-count.ts', "write({ id: 'lines-left-out', count });", ''),
  breaking('C18', REASONS, "(isCode(value) ? value : 'no code')", 'String(value)'),
  breaking('C18', REPORT, "isCode(code) || typeof code === 'number'", 'true'),
  breaking('C19', REASONS, "typeof value === 'string' && CODE.test(value)", "typeof value === 'string'"),
  breaking('C20', 'src/main/device/log-file.ts', 'if (sizeOf(file) > MOST_BYTES)', 'if (sizeOf(file) < 0)'),
  breaking('C21', REPORT, 'const MOST_IN_MINUTE = 20;', 'const MOST_IN_MINUTE = 40;'),
  breaking(
    'C21',
    REPORT,
    'export const MOST_OF_PAGES_IN_DAY = 40;',
    'export const MOST_OF_PAGES_IN_DAY = 400;',
  ),
];
