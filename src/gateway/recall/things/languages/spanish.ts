import type { Things } from '../language.ts'

export const spanish: Things = {
  food: {
    asked: `comer come comido comida plato cocinar cocina receta dieta restaurante desayuno almuerzo cena postre`,
    told: `comer comido comida plato cocinar cocinado receta desayuno almuerzo cena postre huevo pan queso carne ternera
      cerdo pollo pavo jamón salchicha pescado salmón atún gamba arroz fideos pasta pizza hamburguesa bocadillo sopa
      ensalada verdura tomate patata papa cebolla ajo zanahoria pepino aceituna seta frijol fruta manzana plátano naranja
      fresa limón pastel tarta galleta chocolate crema mantequilla azúcar salsa yogur curry taco filete nuez miel delicioso
      rico`,
  },
  drink: {
    asked: `beber bebe bebido bebida tomar`,
    told: `beber bebido bebida café té zumo jugo refresco cola agua leche batido cerveza vino cóctel whisky vodka`,
  },
  animal: {
    asked: `animal mascota`,
    told: `animal mascota perro cachorro gato pájaro pez hámster conejo tortuga serpiente caballo vaca cerdo oveja cabra
      gallina pato oso lobo zorro león tigre elefante mono rana abeja araña loro ratón`,
  },
  sport: {
    asked: `deporte ejercicio actividad entrenamiento`,
    told: `deporte gimnasio ejercicio entrenamiento correr caminar senderismo escalar nadar natación surf esquí patinar
      bicicleta yoga fútbol baloncesto béisbol tenis voleibol bádminton golf hockey rugby boxeo kárate judo maratón bailar
      partido equipo`,
  },
  hobby: {
    asked: `afición interés interesa pasatiempo hobby actividad`,
    told: `afición pasatiempo hobby leer libro lectura pintar pintura dibujar foto fotografía escribir tejer coser jardín
      cocinar música guitarra piano violín cantar bailar película serie juego ajedrez senderismo viajar yoga acampar pesca
      coleccionar concierto museo`,
  },
  health: {
    asked: `enfermo enferma enfermedad salud lesión dolor síntoma`,
    told: `enfermo enferma enfermedad gripe resfriado tos fiebre migraña covid virus infección dolor duele lesión herido
      operación hospital médico medicina medicamento pastilla alergia alérgico estómago náusea agotado garganta recuperado
      diagnóstico asma ansiedad depresión`,
  },
  travel: {
    asked: `lugar ciudad país viaje viajar visitado visitar vacaciones destino`,
    told: `viaje viajar visita visitado vacaciones vuelo avión aeropuerto playa isla montaña ciudad país hotel extranjero
      crucero museo parís londres roma italia francia españa grecia alemania japón china corea india méxico canadá europa
      américa australia áfrica asia turquía`,
  },
  work: {
    asked: `trabajo trabaja empleo carrera profesión empresa`,
    told: `trabajo trabajar empleo carrera jefe jefa oficina empresa colega contratado despedido sueldo turno cliente
      proyecto ascenso prácticas reunión profesor enfermero médico abogado ingeniero programador cocinero`,
  },
  money: {
    asked: `dinero financiero rico pobre ingreso presupuesto`,
    told: `dinero caro barato pagar pagado precio costo alquiler factura sueldo ahorrar ahorros euro dólar presupuesto
      préstamo deuda`,
  },
}
