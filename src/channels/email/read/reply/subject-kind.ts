/** Whether the prefix of the subject says that this is a reply or a forward. */
export function subjectKind(subject: string): 'reply' | 'forward' | undefined {
  const prefix = subject.match(/^\s*([\p{L}\p{M}.]{1,12})\s*(?:(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,2})\s*)?[:：]/u)?.[1]
  const word = prefix?.toLocaleLowerCase('en').replaceAll('.', '').replace('i̇', 'i') ?? ''
  return replies.has(word) ? 'reply' : forwards.has(word) ? 'forward' : undefined
}

const replies = new Set(
  're aw antw sv rif r res odp ynt vá ref отв ответ на 回复 答复 回覆 返信 답장 回答 bls atb απ'.split(' '),
)

// "VS" is left out on purpose: it means a reply in Finnish and a forward in Danish.
const forwards = new Set(
  'fw fwd wg tr rv enc i vb vl pd doorst ilt ynl 转发 轉寄 轉發 転送 전달 пересл пер fs továbbítás προωθ'.split(' '),
)
