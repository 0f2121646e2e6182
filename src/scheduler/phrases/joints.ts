import type { Language } from './language.ts'
import { LETTERS } from './letters.ts'

/** What may stand before, between and behind pieces of a time. */
export type Joints = ReturnType<typeof jointsOf>

/** What is looked at between two pieces, at most. */
export const LONGEST_JOINT = 24

export function jointsOf({ glue, and, or, bound, limit, ofText, ofTextAfter, boundAfter, spaced }: Language) {
  const [space, apart] = spaced ? [' ', '(?:^|[ ,;:(])'] : [' ?', '']
  return {
    glue: new RegExp(`^[ ,;:]{0,3}(?:${glue}${space}){0,2} ?$`, 'u'),
    and: new RegExp(`^[ ,]{0,2}${and}${space}(?:${glue}${space}){0,2}$`, 'u'),
    or: new RegExp(`^[ ,/]{0,2}${or}${space}(?:${glue}${space}){0,2}$|^ ?/ ?$`, 'u'),
    bound: new RegExp(`^[ ,]{0,2}${bound}${space}(?:${glue}${space}){0,2}$|^ ?[-–—~] ?$`, 'u'),
    before: new RegExp(`${apart}(?:${bound})${space}(?:${glue}${space})?$`, 'u'),
    ofText: new RegExp(`${apart}(?:${ofText})${space}$|'$`, 'u'),
    /** "until 6", "from 9", though that be no time by itself. */
    behind: new RegExp(
      `^[ ,]{0,2}(?:${bound}${space}(?:${glue}${space})?\\d|[-–—~] ?\\d${boundAfter ? `|${boundAfter}` : ''})`,
      'u',
    ),
    limitBehind: new RegExp(`^ ?${limit}${spaced ? `(?![${LETTERS}])` : ''}`, 'u'),
    orBehind: new RegExp(`^[ ,]{0,2}${or}${spaced ? `(?![${LETTERS}])` : ''}`, 'u'),
    ofTextBehind: ofTextAfter ? new RegExp(`^${ofTextAfter}`, 'u') : undefined,
  }
}

/** How what stands between two pieces joins them, if it does. */
export function jointOf(joints: Joints, gap: string): 'glue' | 'two' | 'range' | undefined {
  if (joints.glue.test(gap) || joints.and.test(gap)) return 'glue'
  if (joints.or.test(gap)) return 'two'
  return joints.bound.test(gap) ? 'range' : undefined
}
