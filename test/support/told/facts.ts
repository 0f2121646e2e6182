/** Something that may be asked for later, said once in a long talk. */
export interface ToldFact {
  from: string
  /** The sentence that holds it. */
  fact: string
  /** All that was written in that message, when it was more than the fact. */
  within?: string
}

const ana = (fact: string, within?: string): ToldFact => ({ from: 'Ana', fact, ...(within && { within }) })
const jonas = (fact: string, within?: string): ToldFact => ({ from: 'Jonas', fact, ...(within && { within }) })
const chloe = (fact: string, within?: string): ToldFact => ({ from: 'Chloé', fact, ...(within && { within }) })
const rafa = (fact: string, within?: string): ToldFact => ({ from: 'Rafa', fact, ...(within && { within }) })
const wei = (fact: string, within?: string): ToldFact => ({ from: '小魏', fact, ...(within && { within }) })
const skein = (fact: string, within?: string): ToldFact => ({ from: '', fact, ...(within && { within }) })

/** A mail that was pasted: the fact stands behind six thousand characters of it. */
function behindALongMail(fact: string): string {
  const paragraph =
    'Dear residents, as announced at the last meeting the works on the facade go on as described in the notice in the hallway, and we ask you to keep the windows to the yard closed while the scaffold is being moved.'
  return [...Array.from({ length: 32 }, (_, at) => `${at + 1}) ${paragraph}`), fact].join('\n')
}

/** Names, numbers, dates, decisions and preferences, as people put them. Written before the rule that looks for them. */
export const toldFacts: ToldFact[] = [
  ana(
    'My sister Marta keeps eleven hens behind the old mill.',
    'My sister Marta keeps eleven hens behind the old mill. They lay like mad.',
  ),
  ana('We decided to go with the green tiles from Ostermann.'),
  ana(
    'The rent goes up to 1,140 euros from the first of May.',
    'ugh. The rent goes up to 1,140 euros from the first of May. Can you believe it?',
  ),
  ana('I am allergic to walnuts, even a trace of them.'),
  ana("Dad's knee operation is on 9 June at the Rudolf clinic."),
  ana("I can't stand coriander."),
  ana('The spare key hangs behind the fuse box in the hallway.'),
  ana('Priya starts school in September.', 'So proud! Priya starts school in September. Time flies'),
  ana('we agreed to split the holiday house three ways'),
  ana('My passport runs out on 17 February 2028.', behindALongMail('My passport runs out on 17 February 2028.')),
  ana('The plumber, Mr Okafor, charges 85 an hour.'),
  ana("I've been vegetarian since I was nineteen."),
  skein(
    'I booked the table at Trattoria Nove for 19:30 on Saturday, under Lopez.',
    'Done! I booked the table at Trattoria Nove for 19:30 on Saturday, under Lopez. Enjoy your evening!',
  ),
  ana("Let's never fly with Norvik Air again, they lost both suitcases."),
  ana('The car is a grey Skoda with the plate W-73215K.'),
  jonas('Unsere Hausverwaltung heißt Brandl und ist nur vormittags erreichbar.'),
  jonas('Ich habe mich gegen das neue Auto entschieden, wir reparieren den alten Passat.'),
  jonas(
    'Der Termin beim Zahnarzt ist am 23. April um 8:15 Uhr.',
    'Hallo zusammen! Der Termin beim Zahnarzt ist am 23. April um 8:15 Uhr.',
  ),
  jonas('Oma wird im November neunzig.'),
  jonas('Für den Garten haben wir höchstens 2.600 Euro eingeplant.'),
  jonas('Ich trinke keinen Kaffee mehr, nur noch grünen Tee.'),
  jonas(
    'Mein Chef Herr Dallinger will den Bericht immer freitags bis zwölf.',
    'Muss noch was fertig machen. Mein Chef Herr Dallinger will den Bericht immer freitags bis zwölf. Nervt.',
  ),
  jonas('Der Kater heißt Mörike und bekommt morgens eine halbe Tablette.'),
  jonas('Wir ziehen erst nach Weihnachten nach Innsbruck.'),
  jonas('Die Waschmaschine hat noch Garantie bis Ende 2027.'),
  chloe('Ma fille Apolline joue du violoncelle depuis quatre ans.'),
  chloe('On a choisi le gîte de Saint-Jean pour la semaine du 12 juillet.'),
  chloe('Je préfère les trains de nuit aux avions.'),
  chloe('Le code postal de mes parents est 29250, à Sibiril.'),
  chloe(
    'Mon frère Bastien a vendu sa boulangerie en mars.',
    'Au fait ! Mon frère Bastien a vendu sa boulangerie en mars. Il est soulagé.',
  ),
  chloe('Nous devons 430 euros à Solène pour le canapé.'),
  chloe("Le médecin m'a interdit le sel jusqu'à l'automne."),
  chloe("Le chien a peur des feux d'artifice, il reste toujours chez Maud."),
  rafa(
    'Mi hermano Rubén se casa el 4 de octubre en Zamora.',
    '¡Qué ilusión! Mi hermano Rubén se casa el 4 de octubre en Zamora. ¿Te lo puedes creer?',
  ),
  rafa('Al final nos quedamos con el piso de la calle Olivar.'),
  rafa('El gimnasio me cuesta 38 euros al mes.'),
  rafa('No como marisco desde el viaje a Cádiz.'),
  rafa('La abuela Remedios nació en 1938.'),
  rafa('El perro de Lucía se llama Trufa.'),
  rafa('Quedamos en pagar la reforma en tres plazos.'),
  rafa('Trabajo desde casa los martes y los jueves.'),
  wei('我女儿下个月开始学小提琴。', '太好了！我女儿下个月开始学小提琴。希望她喜欢。'),
  wei('我们决定春节去昆明，不回老家了。'),
  wei('房租每个月四千二百块，押一付三。'),
  wei('我对花生过敏。'),
  wei('王医生的电话是13800572196。'),
  wei('爸爸的手术定在6月18日上午。'),
  wei('我不吃辣，尤其是花椒。'),
  wei('新同事叫陈思远，负责华东的客户。'),
  wei('车停在地下二层B区147号。'),
  wei('我和小李商量好了，周末由他照顾猫。', '好的。我和小李商量好了，周末由他照顾猫。'),
]
