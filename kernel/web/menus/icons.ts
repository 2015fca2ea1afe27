import {
  Activity, Archive, Ban, Bell, BellRing, Book, Boxes, Building2, CalendarCheck, CalendarClock, Check, CircleCheck, ClipboardCheck, ClipboardList, Clock, Cpu, CreditCard, Database, Factory, FileText, Flame, Folder, FolderOpen,
  GitMerge, GraduationCap, Hammer, Headset, HousePlus, House, Key, LayoutDashboard, ListTree, Lock, type LucideIcon, MapPin, Menu, MessageCircle, Package, Pencil, PhoneCall, Receipt, RotateCcw, Route, Ruler, ScrollText, Send,
  Settings, ShieldCheck, SlidersHorizontal, Sparkles, Star, Tag, Trash2, Truck, User, UserCog, Users, Wallet, Warehouse, Wrench, X, Zap,
  Shield, MessageSquareReply, Play, PhoneIncoming, Pause, Paperclip, PanelTop, Network, Megaphone, Map as MapIcon, ListChecks, IdCard, Hash, HardHat, FilePlus, CircleStop, CheckCheck, BookOpen, BookA, BadgeCheck,
  ArrowLeftRight, Banknote, Filter, Puzzle, Scale, Undo2,
} from 'lucide-react';

/** The chosen icons by the names that definitions and menus use; a name that is not here shows as a plain page. */
export const icons: Readonly<Record<string, LucideIcon>> = {
  activity: Activity, archive: Archive, ban: Ban, bell: Bell, 'bell-ring': BellRing, book: Book, boxes: Boxes, building: Building2, 'building-2': Building2, 'calendar-check': CalendarCheck, 'calendar-clock': CalendarClock,
  check: Check, 'circle-check': CircleCheck, 'clipboard-check': ClipboardCheck, 'clipboard-list': ClipboardList, clock: Clock, cpu: Cpu, 'credit-card': CreditCard, database: Database, factory: Factory, 'file-text': FileText,
  flame: Flame, folder: Folder, 'folder-open': FolderOpen, 'git-merge': GitMerge, merge: GitMerge, 'graduation-cap': GraduationCap, hammer: Hammer, headset: Headset, 'house-plus': HousePlus, house: House, home: House, key: Key,
  'layout-dashboard': LayoutDashboard, 'list-tree': ListTree, lock: Lock, 'map-pin': MapPin, menu: Menu, 'message-circle': MessageCircle, package: Package, pencil: Pencil, 'phone-call': PhoneCall, receipt: Receipt,
  'rotate-ccw': RotateCcw, route: Route, ruler: Ruler, 'scroll-text': ScrollText, send: Send, settings: Settings, 'shield-check': ShieldCheck, 'sliders-horizontal': SlidersHorizontal, sparkles: Sparkles, star: Star, tag: Tag,
  'trash-2': Trash2, truck: Truck, user: User, 'user-cog': UserCog, users: Users, wallet: Wallet, warehouse: Warehouse, wrench: Wrench, x: X, zap: Zap,
  shield: Shield, 'message-square-reply': MessageSquareReply, play: Play, 'phone-incoming': PhoneIncoming, pause: Pause, paperclip: Paperclip, 'panel-top': PanelTop, network: Network, megaphone: Megaphone, map: MapIcon, 'list-checks': ListChecks, 'id-card': IdCard, hash: Hash, 'hard-hat': HardHat, 'file-plus': FilePlus, 'circle-stop': CircleStop, 'check-check': CheckCheck, 'book-open': BookOpen, 'book-a': BookA, 'badge-check': BadgeCheck,
  'arrow-left-right': ArrowLeftRight, banknote: Banknote, filter: Filter, puzzle: Puzzle, scale: Scale, 'undo-2': Undo2,
};

export const iconOf = (name: string | undefined): LucideIcon => icons[name ?? ''] ?? FileText;
