import { describe, expect, test } from 'vitest'
import { createQuestionReader, createWordReader } from '../../../src/lib/text/words.ts'

const words = createWordReader()
const read = createQuestionReader()

/** The words of a question that a line is found by. */
function meets(question: string, line: string): string[] {
  const filed = new Set(words(line))
  return read(question).flatMap(({ forms, spelt }) => (forms.some((form) => filed.has(form)) ? [spelt] : []))
}

describe('a word is found in a line of its language in another form:', () => {
  test.each([
    ['de', 'Welche Häuser haben wir uns angesehen?', 'Das Haus am See war uns zu teuer.', 'hauser'],
    ['nl', 'Hoeveel katten heeft je zus nu?', 'Mijn zus heeft een kat uit het asiel gehaald.', 'katten'],
    ['da', 'Hvor ligger husene, som vi så på?', 'Det er et hus, som vi ikke har set før.', 'husene'],
    ['no', 'Hvor ligger husene som vi så på?', 'Det er et hus som vi ikke har sett før.', 'husene'],
    ['sv', 'Var är flickorna nu?', 'Det var en flicka som inte ville åka hem.', 'flickorna'],
    ['fi', 'Missä talossa hän oli silloin?', 'Se on vanha talo, mutta hän ei asu siinä.', 'talossa'],
    ['fr', 'Quels journaux est-ce que tu lisais ?', 'Je ne lis plus le journal dans le train.', 'journaux'],
    ['es', '¿Qué canciones has cantado en la fiesta?', 'La canción que más me gusta es de mi abuela.', 'canciones'],
    ['pt', 'Quais gatos você adotou no verão?', 'O gato que eu tenho não gosta de peixe.', 'gatos'],
    ['it', 'Quali gatti hai visto nel giardino?', 'Il gatto di mia zia non vuole più uscire.', 'gatti'],
    ['ro', 'Care sunt casele pe care le-ai văzut?', 'Este o casă mare, dar nu mai am bani pentru ea.', 'casele'],
    ['hu', 'Melyik házban volt a buli?', 'Ez a ház nem olyan nagy, mint az, ami volt.', 'hazban'],
    ['tr', 'Hangi kitapları okudun, en çok ne sevdin?', 'Bu kitap benim için çok önemli.', 'kitapları'],
    ['id', 'Apa makanan yang kamu suka?', 'Saya tidak bisa makan pedas dan asam.', 'makanan'],
    ['lt', 'Kur yra namai, kuriuos matėme?', 'Tai namas, kuris man labai patinka, bet yra brangus.', 'namai'],
    ['ru', 'Какими книгами ты занят сейчас?', 'Это книга, которую мне дала сестра.', 'книгами'],
    ['uk', 'Якими книгами ти зараз зайнятий?', 'Це книга, яку мені дала сестра.', 'книгами'],
    ['bg', 'Къде са книгите, които купи?', 'Това е книга, която ми даде сестра ми.', 'книгите'],
    ['el', 'Πού είναι τα σπίτια που είδαμε;', 'Το σπίτι δεν είναι μεγάλο.', 'σπιτια'],
    ['ar', 'أين الكتاب الذي قرأت؟', 'هذا كتاب من أخي', 'الكتاب'],
    ['hi', 'किताबें कहाँ हैं?', 'यह किताब मेरी है', 'किताबें'],
  ])('%s', (_language, question, line, word) => {
    expect(meets(question, line)).toContain(word)
  })
})

test('a question of one or two words is looked for in more languages than one', () => {
  expect(meets('Wohnungen?', 'Die Wohnung hat einen Balkon, aber keinen Keller.')).toEqual(['wohnungen'])
  expect(meets('voitures rouges', 'Elle a une voiture rouge devant la maison.')).toEqual(['voitures', 'rouges'])
  expect(meets('lámparas nuevas', 'La lámpara nueva está en el salón.')).toEqual(['lamparas', 'nuevas'])
})

test('a short line is found by a whole question of its language', () => {
  expect(meets('Wann habe ich die Wohnungen besichtigt?', 'Wohnung besichtigt, 3 Zimmer')).toContain('wohnungen')
})

test('a name is found in a line of another language', () => {
  expect(
    meets('Which restaurant in Paris did Marie like?', 'À Paris, Marie a aimé le petit bistrot du marché.'),
  ).toEqual(['paris', 'marie'])
})

test('what is English is read as English alone', () => {
  expect(words('She cares about the cars and the universities of that region')).toEqual([
    'care',
    'car',
    'univers',
    'region',
  ])
  expect(meets('care home', 'a car for the road')).toEqual([])
})

test('a compound is found by its parts, and its parts by it', () => {
  const line = 'Ich habe die Steuererklärung für das letzte Jahr noch nicht abgegeben.'
  expect(meets('Wann ist die Erklärung für die Steuer fällig?', line)).toEqual(['erklarung', 'steuer'])
  expect(meets('Was kostet die Waschmaschinenreparatur?', 'Die Reparatur ist teuer.')).toEqual([
    'waschmaschinenreparatur',
  ])
  expect(meets('Was ist mit der Waschmaschine?', 'Die Waschmaschinenreparatur ist teuer.')).toEqual(['waschmaschine'])
})

test('small words of its language are no words of a question', () => {
  expect(read('Was hat dir deine Schwester über die Wohnung gesagt?').map(({ spelt }) => spelt)).toEqual([
    'schwester',
    'wohnung',
    'gesagt',
  ])
})

test('numbers and units are found however they are written', () => {
  for (const written of ['1,200', '1.200', '1 200', '1’200', '1200']) {
    expect(meets('who paid 1200?', `that was ${written} in all`), written).toContain('1200')
    expect(meets(`who paid ${written}?`, 'that was 1200 in all'), written).toContain('1200')
  }
  expect(meets('the 5km', 'we ran 5 km')).toEqual(['5km'])
  expect(meets('the 5 km', 'we ran 5km')).toEqual(['5km'])
  expect(meets('那1200块花在哪里？', '二手相机花了1,200块')).toContain('1200')
  expect(meets('the 5 km', 'we ran 15km')).toEqual([])
  expect(meets('1200', 'on 1.2.2001, in room 1, 20 of us')).toEqual([])
})
