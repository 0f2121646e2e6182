import type { ImportLine } from '../../src/store/messages/import-messages.ts'
import type { MakePast } from './talked-world.ts'

/** A talk of weeks in one language, in which a name was said once, long ago, and what it is the name of quite often. */
export interface FarName {
  language: string
  /** Said over and over; the things that have a name are among it. */
  often: string[]
  /** What a person and we said once. */
  once: { said: string; answered: string }[]
  /** What is being talked about now. */
  now: string
  asked: { text: string; name: string }[]
  /** Asked in the same place, and no line of the past would help. */
  idle: string[]
}

export const farNames: FarName[] = [
  {
    language: 'English',
    often: [
      'The hotel wants the rest of the money by Friday.',
      'Then pay {n} euros now and keep the receipt.',
      'My tooth hurts again, so I will see the dentist at {n}.',
      'Take something cold before you go there.',
      'The boiler is down to {n} degrees.',
      'Open the valve until the needle is in the green.',
    ],
    once: [
      {
        said: 'Which hotel shall we take in Lisbon?',
        answered: 'Take the Casa do Miradouro, it is quiet and near the castle.',
      },
      { said: 'My dentist is now Dr Okafor in Mill Street.', answered: 'Good, I keep that in mind.' },
    ],
    now: 'The landlord wants more rent from October on.',
    asked: [
      { text: 'What was the hotel called?', name: 'Miradouro' },
      { text: 'and who is my dentist now?', name: 'Okafor' },
    ],
    idle: ['really?', 'can you make that a bit shorter?', 'ok, thank you!'],
  },
  {
    language: 'German',
    often: [
      'Das Hotel will den Rest bis Freitag haben.',
      'Dann überweise {n} Euro und heb den Beleg auf.',
      'Der Elektriker kommt erst um {n} Uhr.',
      'Frag ihn nach einem Angebot.',
      'Der Rasen ist schon wieder {n} Zentimeter hoch.',
      'Mäh ihn am Abend, dann leidet er weniger.',
    ],
    once: [
      {
        said: 'Welches Hotel nehmen wir in Lissabon?',
        answered: 'Nehmt die Casa do Miradouro, sie ist ruhig und nah an der Burg.',
      },
      { said: 'Als Elektriker nehmen wir ab jetzt den Brandstätter aus Graz.', answered: 'Gut, das merke ich mir.' },
    ],
    now: 'Der Vermieter will ab Oktober mehr Miete.',
    asked: [
      { text: 'Wie hieß das Hotel nochmal?', name: 'Miradouro' },
      { text: 'und wie heißt unser Elektriker?', name: 'Brandstätter' },
    ],
    idle: ['wirklich?', 'kannst du das etwas kürzer machen?', 'gut, danke!'],
  },
  {
    language: 'French',
    often: [
      "L'hôtel demande le reste avant vendredi.",
      'Alors verse {n} euros et garde le reçu.',
      'Le plombier arrive seulement à {n} heures.',
      'Demande-lui un devis.',
      'La pelouse fait déjà {n} centimètres.',
      'Tonds-la le soir, elle souffrira moins.',
    ],
    once: [
      {
        said: 'Quel hôtel prend-on à Lisbonne ?',
        answered: 'Prenez la Casa do Miradouro, elle est calme et près du château.',
      },
      { said: 'Comme plombier on prend Garrigou de Sète, maintenant.', answered: "D'accord, je retiens." },
    ],
    now: 'Le propriétaire veut augmenter le loyer dès octobre.',
    asked: [
      { text: "Comment s'appelait l'hôtel ?", name: 'Miradouro' },
      { text: "et notre plombier, c'est qui ?", name: 'Garrigou' },
    ],
    idle: ['vraiment ?', 'tu peux faire plus court ?', 'parfait, merci !'],
  },
  {
    language: 'Spanish',
    often: [
      'El hotel quiere el resto antes del viernes.',
      'Entonces paga {n} euros y guarda el recibo.',
      'La profesora de piano viene a las {n}.',
      'Pregunta si puede el jueves.',
      'El césped ya mide {n} centímetros.',
      'Córtalo por la tarde, así sufre menos.',
    ],
    once: [
      {
        said: '¿Qué hotel tomamos en Lisboa?',
        answered: 'Tomad la Casa do Miradouro, es tranquila y está cerca del castillo.',
      },
      { said: 'La profesora de piano es desde ahora Iturralde, de Bilbao.', answered: 'Bien, me acordaré.' },
    ],
    now: 'El casero quiere subir el alquiler en octubre.',
    asked: [
      { text: '¿Cómo se llamaba el hotel?', name: 'Miradouro' },
      { text: '¿y quién es la profesora ahora?', name: 'Iturralde' },
    ],
    idle: ['¿de verdad?', '¿puedes hacerlo más corto?', 'vale, ¡gracias!'],
  },
  {
    language: 'Chinese',
    often: [
      '酒店要我们星期五之前付清。',
      '那就先付{n}元，收据留好。',
      '牙医{n}点才有空。',
      '去之前先冷敷一下。',
      '草坪已经长到{n}厘米了。',
      '傍晚再割，对草更好。',
    ],
    once: [
      { said: '我们在里斯本住哪家酒店？', answered: '住米拉多罗，安静，离城堡也近。' },
      { said: '我现在的牙医是欧阳静，在中山路。', answered: '好的，我记住了。' },
    ],
    now: '房东从十月开始要涨房租。',
    asked: [
      { text: '那家酒店叫什么名字？', name: '米拉多罗' },
      { text: '牙医是谁来着？', name: '欧阳静' },
    ],
    idle: ['真的吗？', '能写短一点吗？', '好的，谢谢！'],
  },
]

const TALKS = 12
const HOUR = 3_600_000
const MINUTE = 60_000

/** A talk every day; what was said once stands in the second and third of them. */
export function pastWith({ often, once }: FarName): MakePast {
  return (chat, until) => {
    const lines = Array.from({ length: TALKS }, (_, talk) => {
      const usual = often.map((text, n) => text.replace('{n}', String(7 + ((talk * 5 + n) % 17))))
      const rare = once[talk - 1]
      return [...usual, ...(rare ? [rare.said, rare.answered] : []), ...usual.map((text) => `${text} …`)]
    })
    return lines.flatMap((talk, day) =>
      talk.map((text, n): ImportLine => {
        const isAsked = n % 2 === 0
        return {
          chat,
          id: `${day}-${n}`,
          at: new Date(until.getTime() - (TALKS - day) * 24 * HOUR + n * MINUTE),
          from: isAsked ? 'Ana' : 'Skein',
          role: isAsked ? 'human' : 'bot',
          text,
          isOwners: isAsked,
        }
      }),
    )
  }
}
