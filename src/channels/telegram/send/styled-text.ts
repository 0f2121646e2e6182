import type { MessageEntity } from 'grammy/types'

/** Text with formatting. Offsets are UTF-16 units, as in JavaScript strings. */
export interface StyledText {
  text: string
  entities: MessageEntity[]
}

/** A substring, with its entities cut to fit. */
export function sliceStyled({ text, entities }: StyledText, start: number, end: number): StyledText {
  const inside = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: inside }
}

/**
 * Trims white space as the server would, which would shift our offsets. It keeps white space inside the first entity,
 * because a code block may start with indentation.
 */
export function trimStyled(styled: StyledText): StyledText {
  const first = styled.entities[0]?.offset ?? styled.text.length
  const start = Math.min(first, styled.text.length - styled.text.trimStart().length)
  return sliceStyled(styled, start, Math.max(start, styled.text.trimEnd().length))
}

export function joinStyled(pieces: StyledText[]): StyledText {
  let text = ''
  const entities: MessageEntity[] = []
  for (const piece of pieces) {
    for (const entity of piece.entities) entities.push({ ...entity, offset: entity.offset + text.length })
    text += piece.text
  }
  return { text, entities }
}
