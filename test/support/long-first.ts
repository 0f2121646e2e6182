import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A worker is kept for the next file only when that is of the same project, so projects follow each other. */
const projects = ['faults', 'flows', 'alone', 'edges', 'unit']

/** The longest of their projects. Begun last, one of them would run on alone when all the others are done. */
const long = [
  'faults/clock-jumps',
  'faults/sabotage',
  'faults/crash-points',
  'faults/system-calls',
  'flows/scheduled/replies',
  'flows/context',
  'scripts/skein',
].map((name) => `test/${name}.test.ts`)

/** A clean checkout does not know yet how long its files take, and would begin the largest of them first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))
    const rank = (file: TestSpecification) => projects.indexOf(file.project.name) * 2 + (isLong(file) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
