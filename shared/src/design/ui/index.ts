/** The parts of the design language. Dumb: they take values and report what was done. Live parts are in shared/react. */
export { Button } from './button/Button';
export type { ButtonProps, ButtonVariant } from './button/Button';
export { IconButton } from './button/IconButton';
export type { IconButtonProps } from './button/IconButton';

export { AmountField } from './field/AmountField';
export type { AmountFieldProps } from './field/AmountField';
export { CodeField } from './field/CodeField';
export type { CodeFieldProps } from './field/CodeField';
export { FieldFrame } from './field/FieldFrame';
export { SearchField } from './field/SearchField';
export type { SearchFieldProps } from './field/SearchField';
export { SelectField } from './field/SelectField';
export type { SelectFieldProps } from './field/SelectField';
export { StepperField } from './field/StepperField';
export type { StepperFieldProps } from './field/StepperField';
export { PasswordField, TextField } from './field/TextField';
export type { TextFieldProps } from './field/TextField';
export { useTypedAmountText } from './field/useTypedAmountText';

export { PercentSlider } from './choice/PercentSlider';
export type { PercentSliderProps } from './choice/PercentSlider';
export { Chips, Segmented } from './choice/Segmented';
export type { Choice, ChoiceProps } from './choice/Segmented';
export { Checkbox, Switch } from './choice/Switch';
export { Tabs } from './choice/Tabs';
export type { Tab, TabsProps } from './choice/Tabs';

export { Card } from './surface/Card';
export type { CardProps } from './surface/Card';
export { KeyValueList } from './surface/KeyValueList';
export type { KeyValue } from './surface/KeyValueList';
export { List, ListRow } from './surface/ListRow';
export type { ListRowProps } from './surface/ListRow';
export { PageHeader, ServiceSlot } from './surface/PageHeader';
export type { PageHeaderProps } from './surface/PageHeader';
export { SectionHeading } from './surface/SectionHeading';
export { AfterOtherSheets } from './surface/AfterOtherSheets';
export { Sheet } from './surface/Sheet';
export type { SheetProps } from './surface/Sheet';

export { AmountText, ChangePill, ChangeText, directionOf, PriceText } from './figures/AmountText';
export type { AmountTextProps, ChangeProps, FigureSize, PriceTextProps } from './figures/AmountText';
export { ProgressRing } from './figures/ProgressRing';
export type { ProgressRingProps } from './figures/ProgressRing';
export { Sparkline } from './figures/Sparkline';
export type { SparklineProps } from './figures/Sparkline';

export { AssetIcon } from './data-display/AssetIcon';
export type { AssetIconProps } from './data-display/AssetIcon';
export { Avatar, Badge, DemoMark } from './data-display/Badge';
export type { BadgeTone } from './data-display/Badge';
export { BrandMark } from './data-display/BrandMark';
export { CheckList } from './data-display/CheckList';
export type { CheckRow } from './data-display/CheckList';
export { VirtualList } from './data-display/VirtualList';
export type { VirtualListProps } from './data-display/VirtualList';

export { Banner, Notice } from './feedback/Notice';
export type { NoticeProps, NoticeTone } from './feedback/Notice';

export { OrderBook } from './order-book/OrderBook';
export type { CompactBookProps, FullBookProps, OrderBookProps } from './order-book/OrderBookProps';
export { TradesList } from './order-book/TradesList';
export type { TradesListProps } from './order-book/TradesList';

export { EmptyState } from './state/EmptyState';
export type { EmptyStateProps } from './state/EmptyState';
export { ErrorState } from './state/ErrorState';
export type { ErrorStateProps } from './state/ErrorState';
export { dataOf, mapLoadable } from './state/Loadable';
export type { Loadable } from './state/Loadable';
export { LoadablePanel } from './state/LoadablePanel';
export type { LoadablePanelProps } from './state/LoadablePanel';
export { ChartSkeleton } from './state/ChartSkeleton';
export { Skeleton, SkeletonRows } from './state/Skeleton';
export type { SkeletonProps } from './state/Skeleton';
export { StaleMark } from './state/StaleMark';
export type { StaleMarkProps } from './state/StaleMark';

export { ActionTile, ActionTiles } from './layout/ActionTile';
export { LiveRegion, Page, Row, ScrollArea, Stack, VisuallyHidden } from './layout/Page';
export type { PageProps } from './layout/Page';

export {
  ArrowDownLeft,
  ArrowDownRight,
  ArrowLeft,
  ArrowLeftRight,
  ArrowRight,
  ArrowUp,
  ArrowUpDown,
  ArrowUpRight,
  BadgeCheck,
  BarChart3,
  Bell,
  BookOpen,
  Camera,
  CandlestickChart,
  ChartLine,
  ChartNoAxesCombined,
  Check,
  CheckCircle2,
  ChevronDown,
  ChevronUp,
  ChevronRight,
  CircleAlert,
  CircleHelp,
  CircleUserRound,
  Clock,
  CloudOff,
  Copy,
  Download,
  Eye,
  EyeOff,
  FileText,
  Globe,
  Headset,
  History,
  House,
  ImagePlus,
  Info,
  KeyRound,
  Landmark,
  Lock,
  LogIn,
  LogOut,
  Mail,
  Maximize2,
  Megaphone,
  Minus,
  PiggyBank,
  Plus,
  ReceiptText,
  RefreshCw,
  Repeat,
  RotateCcw,
  Search,
  SearchX,
  Settings,
  ShieldCheck,
  Smartphone,
  Star,
  Table2,
  Timer,
  TriangleAlert,
  Upload,
  Wallet,
  X,
} from './icons';
export type { LucideIcon } from './icons';

export { saveFile, saveJson } from './saveFile';
