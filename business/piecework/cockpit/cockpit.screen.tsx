export default function CockpitScreen() { return <div />; }
