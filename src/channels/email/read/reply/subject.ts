/** What a client put before the subject: that this answers, or passes on. */
export function kindOf(subject: string): 'reply' | 'forward' | undefined {
  const prefix = subject.match(/^\s*([\p{L}\p{M}.]{1,12})\s*(?:(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,2})\s*)?[:：]/u)?.[1]
  const word = prefix?.toLocaleLowerCase('en').replaceAll('.', '').replace('i̇', 'i') ?? ''
  return replies.has(word) ? 'reply' : passings.has(word) ? 'forward' : undefined
}

const replies = new Set(
  're aw antw sv rif r res odp ynt vá ref отв ответ на 回复 答复 回覆 返信 답장 回答 bls atb απ'.split(' '),
)

// "VS" is missing on purpose: it answers in Finnish and passes on in Danish.
const passings = new Set(
  'fw fwd wg tr rv enc i vb vl pd doorst ilt ynl 转发 轉寄 轉發 転送 전달 пересл пер fs továbbítás προωθ'.split(' '),
)
