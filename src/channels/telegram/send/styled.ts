import type { MessageEntity } from 'grammy/types'

/** Text and what is said about stretches of it. Offsets are UTF-16 units, as in every JavaScript string. */
export interface Styled {
  text: string
  entities: MessageEntity[]
}

/** A stretch of it, with every style that reaches in cut to fit. */
export function sliceStyled({ text, entities }: Styled, start: number, end: number): Styled {
  const inside = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: inside }
}

/**
 * Without the white space around it, which the server would take off too and then count from there. It does not look
 * beyond the first style: a block of code keeps the space its first line begins with.
 */
export function trimStyled(styled: Styled): Styled {
  const first = styled.entities[0]?.offset ?? styled.text.length
  const start = Math.min(first, styled.text.length - styled.text.trimStart().length)
  return sliceStyled(styled, start, Math.max(start, styled.text.trimEnd().length))
}

/** One after the other. */
export function joinStyled(pieces: Styled[]): Styled {
  let text = ''
  const entities: MessageEntity[] = []
  for (const piece of pieces) {
    for (const entity of piece.entities) entities.push({ ...entity, offset: entity.offset + text.length })
    text += piece.text
  }
  return { text, entities }
}
