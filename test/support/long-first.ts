import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A worker is kept for the next file only if that is in the same project, so projects follow each other. */
const projects = ['faults', 'flows', 'alone', 'edges', 'unit']

/** Runs the longest files of a project first: started last, one of them would run on alone when all others are done. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lines = readFileSync('test/times.txt', 'utf8').trim().split('\n')
    const times = new Map(lines.map((line) => line.split(' ') as [string, string]))
    const timeOf = ({ moduleId }: TestSpecification) =>
      Number(times.get(moduleId.slice(moduleId.indexOf('/test/') + 1)) ?? 0)
    const rankOf = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b) || timeOf(b) - timeOf(a))
  }
}
