import { screen } from '#kernel/web/registry/screens.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { AlarmDiagnosis } from './alarm-diagnosis.view.tsx';

export default screen(alarm, { detailAside: AlarmDiagnosis });
