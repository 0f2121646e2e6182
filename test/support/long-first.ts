import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes a minute or more. Begun last, one of them would run on alone when all the others are done. */
const long = [
  'faults/telegram-kill',
  'faults/kill',
  'faults/talk-kill',
  'faults/native-kill',
  'faults/clock-jumps',
  'faults/burst',
  'faults/migrations',
  'faults/crash-points',
  'faults/system-calls',
  'faults/sabotage',
  'flows/scheduled/replies',
  'flows/context',
  'scripts/skein',
].map((name) => `test/${name}.test.ts`)

/** A clean checkout does not know yet how long its files take, and would begin the largest of them first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
