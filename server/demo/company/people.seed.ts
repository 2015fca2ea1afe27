import type { Draft } from '#kernel/language/paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { type TechnicianSkill, technician } from '#business/masterdata/people/technician/technician.paper.ts';
import {
  Chance,
  type DemoDepartment,
  type DemoUser,
  type DemoWorld,
  twoDigits,
} from '#business/system/seed/demo-world.seed.ts';
import { partsFor } from './orders/faults.ts';
import { personName } from './names.ts';
import { consumables } from './orders/works.ts';

type Team = Draft<typeof technician>['customerServiceTeam'];

/** Systems that the teams of the districts look after. Water, fresh air and smart control have teams of their own. */
const everything = ['hvac', 'floorHeat', 'boiler', 'heatPump'];

/** Number of technicians in each team, 36 in all, and the systems of their skills. */
const strength: readonly [team: Team, people: number, systems: readonly string[]][] = [
  ['east', 4, ['hvac', 'floorHeat', 'boiler']],
  ['west', 7, ['hvac', 'floorHeat', 'boiler']],
  ['north', 4, ['hvac', 'floorHeat', 'heatPump']],
  ['south', 6, ['hvac', 'floorHeat', 'boiler']],
  ['install', 4, ['hvac', 'floorHeat']],
  ['install2', 4, ['heatPump', 'freshAir']],
  ['water', 4, ['waterPure', 'softWater', 'hotWater']],
  ['smart', 3, ['smartHome', 'freshAir']],
];

const PIECE_RATIO = { t1: 0.9, t2: 1, t3: 1.05, t4: 1.1, t5: 1.2 } as const;
/** Addition to the piece ratio of a technician without base pay. */
const WITHOUT_BASE = 0.5;

type Skills = readonly { id: string; system: string; certificate: boolean }[];

function skillsOf(chance: Chance, world: DemoWorld, skills: Skills, systems: readonly string[]): TechnicianSkill[] {
  return skills
    .filter((one) => systems.includes(one.system) && chance.percent(75))
    .map((one) => ({
      skillId: one.id,
      level: chance.between(2, 5),
      ...(one.certificate && { expireDate: addDays(world.today, chance.between(-40, 900)) }),
    }));
}

const homeOfTeam = (departments: readonly DemoDepartment[], team: string): string =>
  (departments.find((one) => one.teams.includes(team)) ?? departments[0]).id;

/** A technician of the demo company with their account. One of each team also works on Sundays and holidays. */
export interface Crewman {
  readonly id: string;
  readonly user: DemoUser;
  readonly team: string;
  readonly leader: boolean;
  readonly sundays: boolean;
  /** Beginnings of the item names of the parts in their van. */
  readonly parts: readonly string[];
}

/** Return the beginnings of the item names of the parts that the vans of a team carry. */
function partsOf(team: string): string[] {
  if (team.startsWith('install')) return [];
  const [systems, wearing] =
    team === 'water'
      ? [
          ['waterPure', 'softWater', 'hotWater'],
          ['roUnit', 'prefilter', 'softener'],
        ]
      : team === 'smart'
        ? [['smartHome', 'freshAir'], ['freshUnit']]
        : [everything, []];
  return [...new Set([...partsFor(systems), ...consumables(wearing)])];
}

/** Create 36 technicians with their accounts. The first who is not a leader has the demo account of technicians. */
export async function seedTechnicians(world: DemoWorld, skills: Skills): Promise<Crewman[]> {
  const chance = new Chance(world.random);
  const plan = strength.flatMap(([team, people, systems]) =>
    Array.from({ length: people }, (_, at) => ({ team, systems, leader: at === 0, sundays: at === 1 })),
  );
  const taken = new Set<string>();
  const demo: DemoUser[] = world.users.filter((user) => user.role === 'as_technician').slice(0, 1);
  const people: {
    user: DemoUser;
    phone: string;
    team: Team;
    systems: readonly string[];
    leader: boolean;
    sundays: boolean;
  }[] = [];
  for (const [at, { team, systems, leader, sundays }] of plan.entries()) {
    let realName = personName(chance);
    while (taken.has(realName)) realName = personName(chance);
    taken.add(realName);
    const phone = chance.mobile();
    const known = !leader && demo.length ? demo.shift() : undefined;
    const user =
      known ??
      (await world.createUser({
        account: `tech${twoDigits(at + 1)}`,
        realName,
        phone,
        deptId: homeOfTeam(world.departments, String(team)),
        role: leader ? 'as_leader,as_technician' : 'as_technician',
      }));
    people.push({ user, phone, team, systems, leader, sundays });
  }
  return world.as('as_admin', `${addDays(world.today, -1500)} 10:00:00`, async (context) => {
    const hired: Crewman[] = [];
    for (const { user, phone, team, systems, leader, sundays } of people) {
      const level = leader ? 't4' : chance.weighted({ t1: 15, t2: 30, t3: 30, t4: 20, t5: 5 });
      const employType = leader ? 'own' : chance.weighted({ own: 75, outsourced: 15, dispatchLabor: 7, partTime: 3 });
      const row = await context.create(technician, {
        userId: user.id,
        realName: user.realName,
        phone,
        deptId: user.deptId,
        customerServiceTeam: team,
        isLeader: leader,
        technicianLevel: level,
        employType,
        skills: skillsOf(chance, world, skills, systems),
        areaCodes: '',
        homeLocation: `121.${chance.between(38, 58)}${chance.digits(3)},31.${chance.between(11, 34)}${chance.digits(3)}`,
        vehicleNo: chance.percent(70) ? `沪A${chance.pick(['D', 'F', 'B', 'H'])}${chance.digits(4)}` : null,
        workDays: sundays ? '1,2,3,4,5,6,7' : '1,2,3,4,5,6',
        maxTasksPerDay: chance.between(5, 8),
        dailyCapacityMinutes: 480,
        // Employees have base pay and piece-work; the others have piece-work only, at higher rates.
        pieceRatio: (PIECE_RATIO[level] + (employType === 'own' ? 0 : WITHOUT_BASE)).toFixed(2),
        baseSalary: employType === 'own' ? String(2800 + chance.between(0, 8) * 100) : null,
        hireDate: addDays(world.today, -chance.between(200, 3600)),
        emergencyContact: personName(chance),
      });
      hired.push({ id: row.id, user, team: String(team), leader, sundays, parts: partsOf(String(team)) });
    }
    return hired;
  });
}
